package systems

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// Memory is the memory of processes, in kB.
type Memory struct {
	Resident     int `json:"resident" input:"required"`     // what processes share counts for each
	Proportional int `json:"proportional" input:"required"` // what processes share counts once, in equal parts
}

func (m Memory) with(more Memory) Memory {
	return Memory{m.Resident + more.Resident, m.Proportional + more.Proportional}
}

func (m Memory) over(n int) Memory { return Memory{m.Resident / n, m.Proportional / n} }

// memoryOf returns the memory of processes together.
func memoryOf(ids []int) (all Memory, err error) {
	for _, id := range ids {
		of, err := numbers(fmt.Sprintf("/proc/%d/smaps_rollup", id), "Rss:", "Pss:")
		if err != nil {
			return all, err
		}
		all = all.with(Memory{of[0], of[1]})
	}
	return all, nil
}

// cpuOf returns the CPU time of processes together, of all their threads, those that have ended included.
func cpuOf(ids []int) (all time.Duration, err error) {
	for _, id := range ids {
		clock := ^id<<3 | 2 // the CPU clock of a process: see clock_getcpuclockid(3)
		var is syscall.Timespec
		if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&is)),
			0); failed != 0 {
			return all, fmt.Errorf("the CPU clock of process %d: %w", id, failed)
		}
		all += time.Duration(is.Nano())
	}
	return all, nil
}

// numbers returns the first number of each of the lines of a file that begin with these words.
func numbers(file string, words ...string) ([]int, error) {
	text, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	found := make([]int, len(words))
	left := len(words)
	for lines := bufio.NewScanner(text); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		for i, word := range words {
			if len(fields) > 1 && fields[0] == word {
				if found[i], err = strconv.Atoi(fields[1]); err != nil {
					return nil, err
				}
				left--
			}
		}
	}
	if left > 0 {
		return nil, errors.New(file + ": a line is missing")
	}
	return found, nil
}

// carried returns how many bytes the loopback interface of this network namespace has carried: packets with the headers
// of IP and of TCP or UDP, each packet once.
func carried() (int, error) {
	all, err := numbers("/proc/self/net/dev", "lo:")
	if err != nil {
		return 0, err
	}
	return all[0], nil
}
