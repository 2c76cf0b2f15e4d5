//go:build unix && !aix && !solaris

package output

import (
	"bytes"
	"io"
	"os"
	"os/exec"
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
