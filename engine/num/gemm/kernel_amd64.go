package gemm

import "golang.org/x/sys/cpu"

// Vectors says whether there is a kernel for the processor: it needs AVX2 and FMA.
// Where there is none gonum multiplies, and last digits are others.
func Vectors() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// kernel adds a·b to a tile of c, of 6 rows, which lie stride numbers apart, and 16
// columns. Of a, the next row lies row numbers on and the next inner number step; b
// has count rows of 16 in one run. It needs AVX2 and FMA, and takes less than a
// microsecond for a block: it cannot be interrupted.
//
//go:noescape
func kernel(count int, a *float32, row, step int, b, c *float32, stride int)
