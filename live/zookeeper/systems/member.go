package systems

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/memberlist"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
)

// group is 16 members of memberlist, configured as for a local network. A member probes another once in a period.
type group struct{ probe time.Duration }

// system returns the group as a system. Its members elect nobody.
func (g group) system() System {
	return System{
		Name: "memberlist", ID: "memberlist", Flags: oneProcessor, Nodes: groupSize, LostBy: "stopped",
		versions: func(context.Context) []string {
			return []string{"memberlist " + versionOf("github.com/hashicorp/memberlist"), runtime.Version()}
		},
		start: func(ctx context.Context, _ string) (*running, error) {
			m, err := g.start(ctx, 0)
			if err != nil {
				return nil, err
			}
			return m.running, nil
		},
		Losses: func(ctx context.Context, dir string, n int) ([]Loss, error) {
			return inRounds(n, func(i int) (Loss, error) {
				m, err := g.start(ctx, i)
				if err != nil {
					return Loss{}, err
				}
				defer func() { m.stop() }()
				time.Sleep(2*time.Second + phase(i, g.probe))
				return m.loses(i % groupSize)
			})
		},
	}
}

// membership is a group of members that runs.
type membership struct {
	*running
	ctx   context.Context // ends if a member does
	names []string

	mutex   sync.Mutex
	knows   []map[string]bool      // by member: the members that it knows
	removed []map[string]time.Time // by member: when it removed another one
}

// start starts the members, and returns when all know each other.
func (g group) start(ctx context.Context, number int) (*membership, error) {
	names, err := loopback.AddressesOf(host(number), groupSize)
	if err != nil {
		return nil, err
	}
	m := &membership{names: names}
	var says []io.Reader
	var failed error
	m.running, m.ctx, failed = children(ctx, groupSize, func(n int) *exec.Cmd {
		cmd := lab.Itself(memberRole, names[n], names[0], g.probe.String())
		pipe, failed := cmd.StdoutPipe()
		says, err = append(says, pipe), errors.Join(err, failed)
		cmd.Stderr = os.Stderr
		return cmd
	})
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		m.stop()
		return nil, err
	}
	m.addresses = names
	for range says {
		m.knows, m.removed = append(m.knows, map[string]bool{}), append(m.removed, map[string]time.Time{})
	}
	for n, from := range says {
		go m.hear(n, from)
	}
	err = m.until(func() bool {
		for _, knows := range m.knows {
			if len(knows) < groupSize {
				return false
			}
		}
		return true
	})
	if err != nil {
		m.stop()
		return nil, fmt.Errorf("the members do not know each other: %w", err)
	}
	return m, nil
}

// hear keeps the list of a member by the lines that the member prints.
func (m *membership) hear(n int, from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		now := time.Now()
		does, name, _ := strings.Cut(lines.Text(), " ")
		m.mutex.Lock()
		if does == saysKnows {
			m.knows[n][name] = true
			delete(m.removed[n], name)
		} else {
			delete(m.knows[n], name)
			m.removed[n][name] = now
		}
		m.mutex.Unlock()
	}
}

// until waits until the lists of the members are such.
func (m *membership) until(are func() bool) error {
	return await(m.ctx, errors.New("a minute has passed"), func() (bool, error) {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		return are(), nil
	})
}

// loses stops a member, and returns when the others have removed it.
func (m *membership) loses(lost int) (l Loss, err error) {
	at := time.Now()
	if err := m.lose(lost, syscall.SIGSTOP); err != nil {
		return l, err
	}
	err = m.until(func() bool {
		first := true
		for n, removed := range m.removed {
			when, is := removed[m.names[lost]]
			switch {
			case n == lost:
				continue
			case !is:
				return false
			}
			l = l.with(since(at, later(at, when)), first)
			first = false
		}
		return true
	})
	if err != nil {
		return l, fmt.Errorf("not all have removed %s: %w", m.names[lost], err)
	}
	return l, nil
}

// memberRole is the role of a member.
const memberRole = "member"

// What a member says of another one, in a line with its name.
const (
	saysKnows   = "+"
	saysRemoved = "-"
)

// member runs a member of a group until the process is killed. The member prints the name of each member that it learns
// of or removes.
func member(address, first, period string) error {
	addr, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return err
	}
	cfg := memberlist.DefaultLANConfig()
	if cfg.ProbeInterval, err = time.ParseDuration(period); err != nil {
		return err
	}
	cfg.Name, cfg.BindAddr, cfg.BindPort, cfg.LogOutput = address, addr.IP.String(), addr.Port, io.Discard
	cfg.AdvertiseAddr, cfg.AdvertisePort, cfg.Events = cfg.BindAddr, addr.Port, says{}
	m, err := memberlist.Create(cfg)
	if err != nil {
		return err
	}
	for _, err = m.Join([]string{first}); err != nil; _, err = m.Join([]string{first}) {
		time.Sleep(100 * time.Millisecond)
	}
	select {}
}

// says prints the changes of a member's list.
type says struct{}

// NotifyJoin is called when a member is known, the member itself included.
func (says) NotifyJoin(n *memberlist.Node) { fmt.Println(saysKnows, n.Name) }

// NotifyLeave is called when a member is removed.
func (says) NotifyLeave(n *memberlist.Node) { fmt.Println(saysRemoved, n.Name) }

// NotifyUpdate is called when a member's data change. They do not.
func (says) NotifyUpdate(*memberlist.Node) {}

// versionOf returns the version of a module that this program was built with.
func versionOf(module string) string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, d := range info.Deps {
			if d.Path == module {
				return d.Version
			}
		}
	}
	return "of an unknown version"
}
