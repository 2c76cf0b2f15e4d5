package words

import (
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// Adopt tells a worker its timeframe, if Config.Adopts is set: its slots begin Offset after the epoch, and again after
// each Period. A Period of 0 says that it has no slots. It is an input.
type Adopt struct{ Offset, Period time.Duration }

// KindAdopt is the kind of Adopt.
const KindAdopt = "Adopt"

// Kind returns "Adopt".
func (Adopt) Kind() string { return KindAdopt }

func init() { codec.Register(Adopt{}) }
