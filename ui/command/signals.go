package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// stoppable runs what must not end half-way, as writing a file: its context ends at the first signal that asks the program to
// end. The second signal ends the program at once.
func stoppable(ctx context.Context, run func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(ctx, append([]os.Signal{syscall.SIGINT, syscall.SIGTERM}, hangup...)...)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx)
}
