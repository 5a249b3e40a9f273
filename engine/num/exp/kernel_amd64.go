package exp

import "golang.org/x/sys/cpu"

// vectors says whether there is a kernel for the processor. Those without FMA have none: there math.Exp rounds otherwise.
func vectors() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// kernel raises e to groups of four numbers, up to the first group with one beyond ±708 or NaN, and says how many numbers it took.
//
//go:noescape
func kernel(groups int, x, into *float64) int

// kernel32 does what Of32 does to groups of eight numbers, up to the first group with one above 88 or NaN, and says how many numbers it took.
//
//go:noescape
func kernel32(groups int, x, into *float32) int
