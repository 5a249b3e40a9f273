// Package effort says, for tests, how many cases they try. Only tests import it.
//
// An ordinary run tries a few of what takes long, so that it is repeated gladly;
// with DPSCOPE_TESTS=check, as .ci/run has it, tests try what is worth minutes, and
// with DPSCOPE_TESTS=all every case, however long that takes.
package effort

import "os"

// Check reports whether what the whole check tries is to be tried: by it, or by a run
// of all.
func Check() bool { return All() || os.Getenv("DPSCOPE_TESTS") == "check" }

// All reports whether tests are to try every case.
func All() bool { return os.Getenv("DPSCOPE_TESTS") == "all" }

// Of is how many cases an ordinary run tries, the whole check, or a run of all.
func Of(few, check, all int) int {
	switch {
	case All():
		return all
	case Check():
		return check
	}
	return few
}

// Some reports whether case number i is tried: one in so many by an ordinary run and
// by the whole check, or every one when all are asked for. Of nested loops every choice
// is met if no loop's length has a divisor in common with that number.
func Some(i, few, check int) bool { return i%Of(few, check, 1) == 0 }
