package tlc

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Cache keeps what TLC has said, in a folder. An entry is found by a hash over all that
// a run depends on: every file that TLC reads, its flags, the jar, the driver, and Java. It holds
// what TLC said and nothing that was concluded from it, which is done again each time.
// An entry that is not what it should be counts as none, and so does a folder that
// cannot be used: a cache can cost time and nothing else.
type Cache struct {
	Dir string
	// Fresh ignores what is stored, and stores anew.
	Fresh bool
	// MostBytes bounds the folder; 0 is 256 MiB. What was used least lately goes first.
	MostBytes int64
}

// OpenCache returns the cache of this user, below CacheDir. It ignores what is stored
// where TLC is Required to run.
func OpenCache() (*Cache, error) {
	dir, err := cacheDir()
	if err != nil {
		return nil, err
	}
	return &Cache{Dir: filepath.Join(dir, "tlc-said"), Fresh: Required()}, nil
}

// An entry is this line, a hash of what follows it, the key, and a packed Result.
const entryMark = "what TLC said, for scrutineer\n"

func (c *Cache) file(key string) string { return filepath.Join(c.Dir, key+".entry") }

// load returns what is stored under the key.
func (c *Cache) load(key string) (Result, bool) {
	if c == nil || c.Fresh {
		return Result{}, false
	}
	data, err := os.ReadFile(c.file(key))
	if err != nil {
		return Result{}, false
	}
	rest, ok := bytes.CutPrefix(data, []byte(entryMark))
	if !ok || len(rest) < sha256.Size {
		return Result{}, false
	}
	sum := sha256.Sum256(rest[sha256.Size:])
	if !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return Result{}, false
	}
	packed, ok := bytes.CutPrefix(rest[sha256.Size:], []byte(key))
	if !ok {
		return Result{}, false
	}
	res, err := unpack(packed)
	if err != nil {
		return Result{}, false
	}
	now := time.Now()
	os.Chtimes(c.file(key), now, now) // where that fails it goes earlier
	res.Cached, res.Seconds, res.CPU = true, 0, 0
	return res, true
}

// store keeps what TLC said. A run that ended in an error may end otherwise next time, as
// when the memory was full, and is not kept.
func (c *Cache) store(key string, res Result) {
	if c == nil || !res.whole() {
		return
	}
	body := append([]byte(key), pack(res)...)
	sum := sha256.Sum256(body)
	if os.MkdirAll(c.Dir, 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(c.Dir, "new-*.entry")
	if err != nil {
		return
	}
	_, err = f.Write(slices.Concat([]byte(entryMark), sum[:], body))
	if closed := f.Close(); err == nil && closed == nil {
		err = os.Rename(f.Name(), c.file(key))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	c.prune()
}

var entryPattern = regexp.MustCompile(`^(new-[0-9]+|[0-9a-f]{64})\.entry$`)

// prune removes what was used least lately until the rest fits.
func (c *Cache) prune() {
	type entry struct {
		name string
		size int64
		used time.Time
	}
	var entries []entry
	files, _ := os.ReadDir(c.Dir)
	for _, f := range files {
		info, err := f.Info()
		if err == nil && info.Mode().IsRegular() && entryPattern.MatchString(f.Name()) {
			entries = append(entries, entry{f.Name(), info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.name, b.name))
	})
	room := cmp.Or(c.MostBytes, 256<<20)
	for _, e := range entries {
		if room -= e.size; room < 0 {
			os.Remove(filepath.Join(c.Dir, e.name))
		}
	}
}
