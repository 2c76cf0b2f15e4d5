package cache_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cache"
)

func TestDir(t *testing.T) {
	t.Setenv("SCRUTINEER_CACHE", "")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", "")
	if dir, err := cache.Dir(); err != nil || filepath.Base(dir) != "scrutineer" {
		t.Error(dir, err)
	}
	t.Setenv("SCRUTINEER_CACHE", "/elsewhere")
	if dir, err := cache.Dir(); dir != "/elsewhere" || err != nil {
		t.Error(dir, err)
	}
}

func TestSum(t *testing.T) {
	file := filepath.Join(t.TempDir(), "abc")
	if err := os.WriteFile(file, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	if sum, err := cache.Sum(file); sum != want || err != nil {
		t.Error(sum, err)
	}
	if _, err := cache.Sum(file + "d"); err == nil {
		t.Error("a file that is not there has a hash")
	}
	if sum, err := cache.SumOfProgram(); len(sum) != len(want) || err != nil {
		t.Error(sum, err)
	}
}
