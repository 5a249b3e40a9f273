//go:build !amd64

package gemm

// Vectors returns false: there is no kernel here, not even on a 32-bit system with AVX2, and gonum
// multiplies.
func Vectors() bool { return false }

// kernel exists for amd64 only; callers ask Vectors first.
func kernel(count int, a *float32, row, step int, b, c *float32, stride int) {
	panic("gemm: no kernel is written for this processor")
}
