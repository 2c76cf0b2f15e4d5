package tlc

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/cache"
)

// made names a kind of file that this machine makes for itself, in a folder of the cache. A name begins
// with a hash of what the file is made from and goes on with the hash that the file must have: one that
// is cut off or changed counts as none.
type made struct{ dir, prefix, extension string }

// madeFrom returns the kind with that extension, in that folder of the cache, of files made from all of from.
func madeFrom(folder, extension string, from ...string) (made, error) {
	kept, err := cacheDir()
	if err != nil {
		return made{}, err
	}
	dir, err := filepath.Abs(filepath.Join(kept, folder)) // a JVM runs in another folder than we do
	of := sha256.Sum256(fmt.Appendf(nil, "%q", from))
	return made{dir, hex.EncodeToString(of[:8]) + "-", extension}, err
}

// find returns the path of a file of this kind and its hash, "" if there is none.
func (m made) find() (file, sum string) {
	files, _ := filepath.Glob(filepath.Join(m.dir, m.prefix+"*"+m.extension))
	for _, file := range files {
		sum, err := cache.Sum(file)
		if err == nil && filepath.Base(file) == m.prefix+sum+m.extension {
			return file, sum
		}
	}
	return "", ""
}

// work makes an empty folder in which to make a file of this kind; the caller removes it.
func (m made) work() (string, error) {
	if err := os.MkdirAll(m.dir, 0o755); err != nil {
		return "", err
	}
	return os.MkdirTemp(m.dir, "new-")
}

// keep moves a file that is ready to where find finds it, in one step. Of two that are equal the first
// one stays, with its time.
func (m made) keep(ready string) error {
	sum, err := cache.Sum(ready)
	if err != nil {
		return err
	}
	if _, there := m.find(); there == sum {
		return nil
	}
	return os.Rename(ready, filepath.Join(m.dir, m.prefix+sum+m.extension))
}
