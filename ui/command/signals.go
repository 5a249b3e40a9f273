package command

import (
	"context"
	"os/signal"
	"syscall"
)

// stoppable runs what must not be ended half-way, the writing of a file say:
// its context ends at the first signal that asks the program to end. The second
// one ends it anyway.
func stoppable(ctx context.Context, run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx)
}
