//go:build unix

package command

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"time"
)

func TestSignalsStopWhatCanBeStopped(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		err := stoppable(t.Context(), func(ctx context.Context) error {
			if err := syscall.Kill(syscall.Getpid(), s); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(10 * time.Second):
				return errors.New("nothing is stopped")
			}
		})
		if err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}
