//go:build !amd64

package gemm

// kernel is never called: Vectors reports that there is none.
func kernel(count int, a *float32, row, step int, b, c *float32, stride int) {
	panic("gemm: no kernel is written for this processor")
}
