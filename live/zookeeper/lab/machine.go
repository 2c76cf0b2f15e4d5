package lab

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine describes this machine.
func Machine() string {
	model := "a processor of an unknown model"
	if text, err := os.Open("/proc/cpuinfo"); err == nil {
		defer text.Close()
		for lines := bufio.NewScanner(text); lines.Scan(); {
			if name, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d cores of %s, %s/%s", runtime.NumCPU(), model, runtime.GOOS, runtime.GOARCH)
}
