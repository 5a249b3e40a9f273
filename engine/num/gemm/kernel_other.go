//go:build !amd64

package gemm

// Vectors says that there is no kernel here, also on a 32-bit system whose processor
// has AVX2: gonum multiplies.
func Vectors() bool { return false }

// kernel is for amd64 alone: what multiplies asks Vectors first.
func kernel(count int, a *float32, row, step int, b, c *float32, stride int) {
	panic("gemm: no kernel is written for this processor")
}
