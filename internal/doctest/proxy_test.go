package doctest

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const modulePath, moduleVersion = "github.com/scrutineer-go/scrutineer", "v0.1.0"

// walk calls visit for each file of the repository, its path below the root. modules says whether those of
// nested modules are among them.
func walk(t *testing.T, root string, modules bool, visit func(path string) error) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, err := filepath.Rel(root, file)
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return visit(path)
		case path == ".git" || path == "build" || strings.HasSuffix(filepath.ToSlash(path), "testdata/failures"):
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && path != "." && !modules {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// copyRepository copies the repository into a new folder.
func copyRepository(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	walk(t, root, true, func(path string) error {
		to := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return err
		}
		info, err := os.Stat(filepath.Join(root, path))
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, info.Mode().Perm())
	})
	return dir
}

// moduleProxy makes a folder that serves the repository as a module, as a proxy would, and returns
// what to set for the go command to ask it first, then what it has, then whom it asks else.
func moduleProxy(t *testing.T, root string) []string {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, filepath.FromSlash(modulePath), "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": moduleVersion + "\n", moduleVersion + ".info": `{"Version":"` + moduleVersion + `"}`,
		moduleVersion + ".mod": string(mod),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	writeZip(t, root, filepath.Join(versions, moduleVersion+".zip"))
	cached := filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download")
	proxies := "file://" + filepath.ToSlash(dir) + ",file://" + filepath.ToSlash(cached) + "," + goEnv(t, "GOPROXY")
	return []string{"GOPROXY=" + proxies, "GOSUMDB=off", "GOMODCACHE=" + t.TempDir()}
}

func writeZip(t *testing.T, root, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	walk(t, root, false, func(path string) error {
		from, err := os.Open(filepath.Join(root, path))
		if err != nil {
			return err
		}
		defer from.Close()
		to, err := z.Create(modulePath + "@" + moduleVersion + "/" + filepath.ToSlash(path))
		if err == nil {
			_, err = io.Copy(to, from)
		}
		return err
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
