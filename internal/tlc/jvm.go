package tlc

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// jvm is a process of the driver that runs one case after another, as driver/Batch.java has it.
type jvm struct {
	flags []string // those that it was started with, but for its folder
	ran   int

	folder   string // where it runs, with a place for its temporary files
	cancel   context.CancelFunc
	requests io.WriteCloser
	answers  *bufio.Reader
	cmd      *exec.Cmd
}

func (j *jvm) start() error {
	if err := os.Mkdir(filepath.Join(j.folder, "tmp"), 0o755); err != nil {
		return err
	}
	requests, err := j.cmd.StdinPipe()
	if err != nil {
		return err
	}
	answers, err := j.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	j.requests, j.answers = requests, bufio.NewReader(answers)
	if err := j.cmd.Start(); err != nil {
		return fmt.Errorf("java does not start: %w", err)
	}
	return nil
}

// ask has the JVM run TLC with these arguments, its output to folder work, and waits for the answer: the
// exit code and the processor time that the JVM took. The error says that there is none.
func (j *jvm) ask(ctx context.Context, work string, args []string) (exit int, cpu time.Duration, err error) {
	stop := context.AfterFunc(ctx, j.cancel)
	defer stop()
	lines := append([]string{work, fmt.Sprint(len(args))}, args...)
	if _, err := io.WriteString(j.requests, strings.Join(lines, "\n")+"\n"); err != nil {
		return 0, 0, err
	}
	answer, err := j.answers.ReadString('\n')
	if err != nil {
		return 0, 0, fmt.Errorf("the JVM has ended: %w", err)
	}
	if _, err := fmt.Sscanf(answer, "done %d %d\n", &exit, &cpu); err != nil {
		return 0, 0, fmt.Errorf("the JVM says %q: %w", strings.TrimSpace(answer), err)
	}
	return exit, cpu, nil
}

// Close ends the JVM, whatever it is doing, and removes its folder.
func (j *jvm) Close() {
	j.cancel()
	j.requests.Close()
	j.cmd.Wait()
	os.RemoveAll(j.folder)
}
