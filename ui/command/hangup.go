//go:build !js

package command

import (
	"os"
	"syscall"
)

// hangup is the signal of a terminal that closes.
var hangup = []os.Signal{syscall.SIGHUP}
