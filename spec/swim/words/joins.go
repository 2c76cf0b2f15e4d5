package words

import "github.com/scrutineer-go/scrutineer/internal/codec"

// Enter is the input by which a process that is outside joins the group.
type Enter struct{}

// Leave is the input by which a process leaves.
type Leave struct{}

// Join asks a member for its table. Its news are the entry of its sender.
type Join struct{ News News }

// Joined answers a Join. Its news are the whole table of its sender, also if the news of other messages are bounded.
type Joined struct{ News News }

// Left says that its sender leaves. Its news are the entry of its sender, which is removed.
type Left struct{ News News }

// The kinds of inputs, and of the messages of joins and leaves.
const (
	KindEnter  = "Enter"
	KindLeave  = "Leave"
	KindJoin   = "Join"
	KindJoined = "Joined"
	KindLeft   = "Left"
)

// Kind returns "Enter".
func (Enter) Kind() string { return KindEnter }

// Kind returns "Leave".
func (Leave) Kind() string { return KindLeave }

// Kind returns "Join".
func (Join) Kind() string { return KindJoin }

// Kind returns "Joined".
func (Joined) Kind() string { return KindJoined }

// Kind returns "Left".
func (Left) Kind() string { return KindLeft }

func init() { codec.Register(Enter{}, Leave{}, Join{}, Joined{}, Left{}) }
