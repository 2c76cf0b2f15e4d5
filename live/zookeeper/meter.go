package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// usage is what processes have used.
type usage struct {
	Ticks        int // of CPU time, a hundredth of a second each
	Resident     int // memory, in kB; what processes share counts for each
	Proportional int // memory, in kB; what processes share counts once, in equal parts
}

// usageOf returns what processes use together.
func usageOf(ids []int) (all usage, err error) {
	for _, id := range ids {
		dir := fmt.Sprintf("/proc/%d/", id)
		stat, err := os.ReadFile(dir + "stat")
		if err != nil {
			return all, err
		}
		_, after, _ := strings.Cut(string(stat), ") ") // the name of a command may have spaces
		fields := strings.Fields(after)
		if len(fields) < 13 {
			return all, fmt.Errorf("%sstat: has %d fields", dir, len(fields))
		}
		for _, text := range fields[11:13] { // in user and in system mode
			n, err := strconv.Atoi(text)
			if err != nil {
				return all, err
			}
			all.Ticks += n
		}
		memory, err := numbers(dir+"smaps_rollup", "Rss:", "Pss:")
		if err != nil {
			return all, err
		}
		all.Resident, all.Proportional = all.Resident+memory[0], all.Proportional+memory[1]
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
