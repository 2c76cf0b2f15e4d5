//go:build unix && !aix && !solaris

package output

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// writerFolder names the folder in which this program is to write until it is killed.
const writerFolder = "OUTPUT_TEST_WRITES"

// wholes are two texts that take some time to write.
func wholes() [2][]byte {
	return [2][]byte{bytes.Repeat([]byte("one\n"), 1<<19), bytes.Repeat([]byte("two, which is longer\n"), 1<<17)}
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerFolder); dir != "" {
		writeForever(dir)
	}
	if dir := os.Getenv(holderFolder); dir != "" {
		holdOnce(dir, os.Getenv(holderSign))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeForever holds the folder and writes one text over the other. It tells when the
// first is there.
func writeForever(dir string) {
	held, err := Hold(dir, "", nil)
	for n := 0; err == nil; n++ {
		if err = held.Write("file", wholes()[n%2]); n == 1 {
			os.Stdout.WriteString("x")
		}
	}
	panic(err)
}

// Whoever is killed while writing leaves one of the texts, whole, and keeps nobody from
// the folder; what else is left counts as nothing and goes with the next result.
func TestKilled(t *testing.T) {
	for range 10 {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), writerFolder+"="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err == nil {
			_, err = io.ReadFull(out, make([]byte, 1))
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Hold(dir, "", nil); err == nil || !strings.Contains(err.Error(), busy) {
			t.Errorf("while it writes: %v", err)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		text, texts := tree(t, dir)["file"], wholes()
		if text != string(texts[0]) && text != string(texts[1]) {
			t.Errorf("the file has %d bytes of neither text", len(text))
		}
		if foreign, err := Foreign(dir, []string{"file"}); foreign != "" || err != nil {
			t.Errorf("%s, %v", foreign, err)
		}
		held, err := Hold(dir, "", nil)
		if err == nil {
			err = held.Clear(nil)
			held.Release()
		}
		if left := tree(t, dir); err != nil || len(left) != 2 {
			t.Errorf("%v, %d files are left", err, len(left))
		}
	}
}

// holderFolder names the folder that this program is to hold once holderSign is there.
const (
	holderFolder = "OUTPUT_TEST_HOLDS"
	holderSign   = "OUTPUT_TEST_GO"
)

// holdOnce waits for the sign, tries to hold the folder, says what came of it and, where it has
// the folder, keeps it until its input ends.
func holdOnce(dir, sign string) {
	for _, err := os.Stat(sign); err != nil; _, err = os.Stat(sign) {
	}
	held, err := Hold(dir, "name another", nil)
	if err != nil {
		os.Stdout.WriteString(err.Error() + "\n")
		return
	}
	os.Stdout.WriteString("held\n")
	io.Copy(io.Discard, os.Stdin)
	held.Release()
}

// Of processes that want a folder at the same time, one that is there or that each would have to
// make, one has it, and the others are told that it is busy.
func TestHoldAtOnce(t *testing.T) {
	for round := range 6 {
		root := t.TempDir()
		dir := root
		if round%2 == 1 {
			dir = filepath.Join(root, "a/b/c")
		}
		sign := filepath.Join(t.TempDir(), "go")
		var ends []func() error
		var lines []*bufio.Reader
		for range 4 {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), holderFolder+"="+dir, holderSign+"="+sign)
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, bufio.NewReader(out))
			ends = append(ends, func() error { in.Close(); return cmd.Wait() })
		}
		put(t, sign, "")
		said := map[string]int{}
		for _, line := range lines {
			text, err := line.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			said[text]++
		}
		if said["held\n"] != 1 || said[dir+": "+busy+"; name another\n"] != 3 {
			t.Errorf("round %d: %v", round, said)
		}
		for _, end := range ends {
			if err := end(); err != nil {
				t.Error(err)
			}
		}
		for name, what := range tree(t, root) { // an empty folder that another has made may stay
			if !strings.HasPrefix(what, "d") {
				t.Errorf("round %d: %s is left", round, name)
			}
		}
	}
}

// Whose folder was taken away writes nothing into one that has its name now.
func TestWriteIntoAnotherFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	held := hold(t, dir)
	if err := held.Write("file", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+".kept"); err != nil {
		t.Fatal(err)
	}
	const gone = "was moved or removed while this run wrote into it"
	if err := held.Write("file", []byte("2")); err == nil || !strings.Contains(err.Error(), gone) {
		t.Errorf("into no folder: %v", err)
	}
	other := hold(t, dir)
	if err := held.Write("file", []byte("2")); err == nil || !strings.Contains(err.Error(), gone) {
		t.Errorf("into that of another: %v", err)
	}
	held.Release()
	if _, err := Hold(dir, "", nil); err == nil || !strings.Contains(err.Error(), busy) {
		t.Errorf("whoever lost its folder took the lock of the other away: %v", err)
	}
	if err := other.Write("file", []byte("3")); err != nil {
		t.Error(err)
	}
	other.Release()
	if tree(t, dir)["file"] != "3" || tree(t, dir+".kept")["file"] != "1" {
		t.Errorf("%v, %v", tree(t, dir), tree(t, dir+".kept"))
	}
}

// While a folder is another run's that is what is said of it, whatever it looks like meanwhile.
func TestHoldBusyBeforeLook(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	held := hold(t, dir)
	look := func() error { return errors.New("half a result") }
	if _, err := Hold(dir, "", look); err == nil || !strings.Contains(err.Error(), busy) {
		t.Errorf("%v, want that it is busy", err)
	}
	held.Release()
	if _, err := Hold(dir, "", look); err == nil || err.Error() != "half a result" {
		t.Errorf("%v, want what is wrong", err)
	}
}
