//go:build !amd64

package exp

// vectors says that there is no kernel here.
func vectors() bool { return false }

// kernel is for amd64 alone: All asks vectors first.
func kernel(groups int, x, into *float64) int {
	panic("exp: no kernel is written for this processor")
}
