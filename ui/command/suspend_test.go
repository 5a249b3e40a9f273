//go:build unix

package command

import (
	"fmt"
	"syscall"
	"testing"
	"time"
)

// A signal ends the program even while it gives the terminal back to a shell, which takes long where the terminal reads
// nothing.
func TestSignalsWhileSuspending(t *testing.T) {
	for _, s := range ending {
		t.Run(fmt.Sprint(s), func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, program("concentration"), 200, 60)
			x.await("attacker")
			x.stall()
			x.send("\x1a")
			time.Sleep(300 * time.Millisecond)
			x.cmd.Process.Signal(s)
			select {
			case <-x.died:
			case <-time.After(8 * time.Second):
				t.Error("the signal is lost")
			}
			x.shut.Unlock()
		})
	}
}

// No signal is lost at any moment after the key.
func TestSignalsAfterTheKeyToSuspend(t *testing.T) {
	const moments, apart = 12, 1500 * time.Microsecond
	for i := range moments {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			x := openTerminal(t, program("concentration"), 80, 24)
			x.await("attacker")
			x.send("\x1a")
			time.Sleep(time.Duration(i) * apart)
			x.cmd.Process.Signal(syscall.SIGTERM)
			x.exit()
			if !x.echoes("^Z") { // while a terminal is given back, the key drops what is written to it
				x.restored()
			}
		})
	}
}
