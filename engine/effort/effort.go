// Package effort sets, for tests, how many cases they try. Only tests import it.
//
// An ordinary run tries a few of the slow cases, so that it is cheap to repeat; with DPSCOPE_TESTS=check, as
// .ci/run has it, tests take minutes, and with DPSCOPE_TESTS=all they try every case.
package effort

import (
	"os"
	"testing"
)

// Check reports whether to try the cases of the whole check: in that check, or in a run of all.
func Check() bool { return All() || os.Getenv("DPSCOPE_TESTS") == "check" }

// All reports whether tests are to try every case.
func All() bool { return os.Getenv("DPSCOPE_TESTS") == "all" }

// Scale returns the number of cases for an ordinary run, the whole check, or a run of all.
func Scale(few, check, all int) int {
	switch {
	case All():
		return all
	case Check():
		return check
	}
	return few
}

// Sample reports whether to try case number i: one in few in an ordinary run, one in check in the whole
// check, and every one in a run of all. Nested loops meet every combination if no loop's length has a divisor
// in common with that number.
func Sample(i, few, check int) bool { return i%Scale(few, check, 1) == 0 }

// ForNumbers skips a test with -short, as under the race detector: computations of one goroutine after
// another give the same results there, ten times slower.
func ForNumbers(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("numbers of one goroutine: go test without -short runs this, the race detector has nothing to find in it")
	}
}

// Unwatched leaves a test to the runs without the race detector, -short among them: it computes for
// seconds in one goroutine, which that makes minutes.
func Unwatched(t testing.TB) {
	t.Helper()
	if watched {
		t.Skip("seconds of one goroutine: go test without -race runs this, the race detector has nothing to find in it")
	}
}

// ForPages does the same for drawing pages that another test shows to the race detector.
func ForPages(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("pages that TestScreens and TestPresets draw too: go test without -short runs this")
	}
}

// ForCheck leaves a test of seconds to the whole check.
func ForCheck(t testing.TB) {
	t.Helper()
	if !Check() {
		t.Skip("takes seconds: .ci/run tries this, and DPSCOPE_TESTS=check go test")
	}
}
