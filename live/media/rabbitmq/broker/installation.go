package broker

import (
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cache"
)

// Installation is a broker that is unpacked.
type Installation struct {
	// Version is the version of RabbitMQ.
	Version string

	rabbit, erlang, bin string // folders
}

// Installed returns what Fetch has fetched.
func Installed() (Installation, error) {
	root, err := folder()
	if err != nil {
		return Installation{}, err
	}
	lib := filepath.Join(root, "usr", "lib")
	rabbit, _ := filepath.Glob(filepath.Join(lib, "rabbitmq", "lib", "rabbitmq_server-*"))
	bin, _ := filepath.Glob(filepath.Join(lib, "erlang", "erts-*", "bin"))
	if len(rabbit) != 1 || len(bin) != 1 {
		return Installation{}, &NotRunError{"it is not fetched: make rabbitmq"}
	}
	_, version, _ := strings.Cut(filepath.Base(rabbit[0]), "-")
	return Installation{version, rabbit[0], filepath.Join(lib, "erlang"), bin[0]}, nil
}

// NotRunError is the error if no broker can be had.
type NotRunError struct{ Why string }

// Error says why, and what to type.
func (e *NotRunError) Error() string { return "RabbitMQ: not run: " + e.Why }

// folder returns the folder of the unpacked packages.
func folder() (string, error) {
	dir, err := cache.Dir()
	return filepath.Join(dir, "rabbitmq"), err
}
