package command

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dpscope/engine/effort"
)

// becomes waits until a condition holds.
func becomes(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("a minute has gone: %s", what)
		}
	}
}

// held counts what a process holds: its goroutines, its open files and its processes.
type held struct{ goroutines, files, processes int }

func holding() held {
	h := held{goroutines: runtime.NumGoroutine()}
	files, _ := os.ReadDir("/proc/self/fd") // elsewhere none is counted
	h.files = len(files)
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		h.processes += len(strings.Fields(string(text)))
	}
	return h
}

// within reports whether a process holds no more than before.
func (h held) within(before held) bool {
	return h.goroutines <= before.goroutines && h.files <= before.files && h.processes <= before.processes
}

// Guests who connect and drop, whatever they were doing, leave no goroutine, no open file, no process, and nothing on the disk.
func TestDropsLeaveNothing(t *testing.T) {
	disk := t.TempDir()
	for _, name := range []string{"TMPDIR", "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, disk)
	}
	address, _ := served(t, &classroomOver{})
	drop := func(i int) {
		const ways = 6
		switch i % ways {
		case 0: // before it enters
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			conn.Close()
			return
		case 1: // without a session
			visitAs(t, address, "ann").Close()
			return
		}
		v := visitAs(t, address, "ann")
		defer v.Close()
		switch i % ways {
		case 2: // in the explorer
			v.explores(t, 100, 30, "")
			v.awaits(t, "people")
		case 3: // before the explorer is there
			v.explores(t, 4000, 30, "")
		case 4, 5: // in the middle of a command, or in words
			session, err := v.NewSession()
			if err == nil {
				_, err = session.StdinPipe() // which stays open
			}
			if err == nil {
				err = session.Start([]string{"show approaches", ""}[i%2])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range 12 {
		drop(i)
	}
	var before held
	for rest := 0; rest < 20; rest++ { // until nothing ends any more
		time.Sleep(50 * time.Millisecond)
		if now := holding(); now != before {
			before, rest = now, 0
		}
	}
	for i := range effort.Scale(24, 100, 1000) {
		drop(i)
	}
	becomes(t, "something stays", func() bool { return holding().within(before) })
	if left, err := os.ReadDir(disk); err != nil || len(left) > 0 {
		t.Errorf("on the disk stays %v, %v", left, err)
	}
}
