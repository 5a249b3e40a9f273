package command

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"dpscope/engine/work"
)

// Where memory runs out the newest work is told to end, and why, then the work before it, and the program when no work is left.
func TestMemoryThatRunsOutEndsWhatBeganLast(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	memory := new(work.Memory)
	ended := make(chan string, 2)
	wait := func(ctx context.Context, name string) {
		_, err := work.Spared(ctx, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			ended <- name
			return 0, ctx.Err()
		})
		var out *memoryError
		if !errors.As(err, &out) || !strings.Contains(err.Error(), "would work") {
			t.Errorf("%s ends with %v", name, err)
		}
	}
	_, err := work.Spared(work.With(ctx, &work.Session{Memory: memory}), func(first context.Context) (int, error) {
		work.Spared(first, func(second context.Context) (int, error) {
			go watchMemory(ctx, memory, 1<<10, time.Millisecond, cancel)
			wait(second, "the last")
			return 0, nil
		})
		<-first.Done()
		return 0, first.Err()
	})
	if name := <-ended; name != "the last" || err == nil {
		t.Errorf("%s ended first; then %v", name, err)
	}
	<-ctx.Done()
	var out *memoryError
	if err := context.Cause(ctx); !errors.As(err, &out) {
		t.Errorf("%v", err)
	}
}

func TestAvailableMemory(t *testing.T) {
	if n := readAvailable(strings.NewReader("MemTotal: 9 kB\nMemAvailable:    2048 kB\n")); n != 2<<20 {
		t.Errorf("%d bytes", n)
	}
	if n := readAvailable(strings.NewReader("nothing")); n != 0 {
		t.Errorf("%d bytes", n)
	}
}
