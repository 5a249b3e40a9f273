// Package effort says, for tests, how many cases they try. Only tests import it.
package effort

import "os"

// All reports whether tests are to try every case, however long it takes:
// DPSCOPE_TESTS=all asks for it.
func All() bool { return os.Getenv("DPSCOPE_TESTS") == "all" }

// Of is how many cases an ordinary run tries, or how many there are to try when
// all are asked for.
func Of(usual, all int) int {
	if All() {
		return all
	}
	return usual
}

// Some reports whether case number i is tried: one in so many, or every one when
// all are asked for. Of nested loops every choice is met if no loop's length has
// a divisor in common with that number.
func Some(i, one int) bool { return i%one == 0 || All() }
