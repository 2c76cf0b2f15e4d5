package workshop

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Of the folders in the cache the last ones stay, and all that were used of late: another process may be at it.
const (
	kept   = 4
	ofLate = 2 * time.Hour
)

// ready is a file that stands in a folder once all of it is made. Its time is that of the last use.
const ready = "ready"

// once returns the folder of the cache with that key, which one process makes while all others wait. One that was
// left before it was ready is made anew.
func once(cache, key string, build func(dir string) error) (string, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	unlock, err := lock(filepath.Join(cache, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	dir := filepath.Join(cache, key)
	mark := filepath.Join(dir, ready)
	now := time.Now()
	if os.Chtimes(mark, now, now) == nil {
		return dir, nil
	}
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755)); err != nil {
		return "", err
	}
	if err := build(dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	if err := os.WriteFile(mark, nil, 0o644); err != nil {
		return "", err
	}
	return dir, prune(cache, now)
}

// prune removes the folders of a cache that nobody has used for long, but for the last ones.
func prune(cache string, now time.Time) error {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return err
	}
	used := map[string]time.Time{}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		names = append(names, e.Name())
		if info, err := os.Stat(filepath.Join(cache, e.Name(), ready)); err == nil {
			used[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(used[b].Compare(used[a]), cmp.Compare(a, b)) })
	for _, name := range names[min(kept, len(names)):] {
		if now.Sub(used[name]) > ofLate {
			err = errors.Join(err, os.RemoveAll(filepath.Join(cache, name)))
		}
	}
	return err
}
