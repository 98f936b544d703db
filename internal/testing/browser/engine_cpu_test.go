package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// workerTime returns the processor time that workers of the tests' Chromium have used
// so far, or 0 on systems other than Linux.
func workerTime() (sum time.Duration) {
	threads, _ := filepath.Glob("/proc/[0-9]*/task/[0-9]*/comm")
	for _, comm := range threads {
		name, err := os.ReadFile(comm)
		if err != nil || !strings.HasPrefix(string(name), "DedicatedWorker") {
			continue
		}
		pid, err := strconv.Atoi(strings.Split(comm, "/")[2])
		if err != nil || !descends(pid, os.Getpid()) {
			continue
		}
		times, err := os.ReadFile(filepath.Join(filepath.Dir(comm), "schedstat"))
		if err != nil {
			continue // the thread has just ended
		}
		var ns int64
		if _, err := fmt.Sscan(string(times), &ns); err == nil {
			sum += time.Duration(ns)
		}
	}
	return sum
}

// descends reports whether a process is another one or descends from it.
func descends(pid, from int) bool {
	for pid > 1 && pid != from {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return false
		}
		// The name, in brackets, may contain anything; state and parent follow.
		_, rest, _ := strings.Cut(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " ")
		var state string
		if _, err := fmt.Sscan(rest, &state, &pid); err != nil {
			return false
		}
	}
	return pid == from
}
