package command

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// Whatever runs is told to end, and why, when memory runs out.
func TestMemoryThatRunsOutEndsWhatRuns(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	go watchMemory(ctx, 1<<10, time.Millisecond, cancel)
	<-ctx.Done()
	var memory *memoryError
	if err := context.Cause(ctx); !errors.As(err, &memory) || !strings.Contains(err.Error(), "would do") {
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
