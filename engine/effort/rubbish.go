package effort

import (
	"os"
	"runtime/debug"
)

// A test's binary lives for seconds and its heap is small: it gives memory for time,
// an eighth of its time. GOGC says otherwise, as for every program.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
}
