package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"dpscope/engine/work"
	"dpscope/learners/source"
)

// memoryShare is the share of the available memory that the program may take.
const memoryShare = 0.6

// usual is the memory that the program stays below where it can: beyond it the collector allows less garbage, and memory in use
// may still exceed it. Without it garbage doubles the memory of a large file.
const usual = 384 << 20

// withinMemory limits the memory of the process to a share of what the machine has available, or to GOMEMLIMIT where that is
// set. Before the machine swaps, the newest work ends, with a cause that says what would work; where no work is left to end,
// the context does.
func withinMemory(ctx context.Context, memory *work.Memory) (within context.Context, stop func()) {
	most := debug.SetMemoryLimit(-1)
	if available := availableMemory(); most == math.MaxInt64 && available > 0 {
		most = int64(memoryShare * float64(available))
		debug.SetMemoryLimit(min(most, usual))
	}
	within, cancel := context.WithCancelCause(ctx)
	go watchMemory(within, memory, most, 200*time.Millisecond, cancel)
	return within, func() { cancel(nil) }
}

// garbage is how much garbage may gather in an interactive program before it is collected, in percent of what is in use. A
// moving page leaves a megabyte or two a key; collected at every doubling of ten megabytes, garbage took a third of the
// processor time, and of the time from a key to its picture.
const garbage = 400

// garbageOfSweeps is the same while many settings are computed one after another: collected at every doubling, a million
// settings of concentration took 25 s of processor time instead of 17, on a busy machine; at three times, 62 MB instead of 53.
const garbageOfSweeps = 150

// gatherGarbage lets garbage gather to percent of what is in use, up to the limit of memory. It changes nothing where no limit
// is set or GOGC is.
func gatherGarbage(percent int) {
	if os.Getenv("GOGC") == "" && debug.SetMemoryLimit(-1) < math.MaxInt64 {
		debug.SetGCPercent(percent)
	}
}

// watchMemory ends the newest work, one after another, while clearly more than most is in use; the collector keeps garbage
// below that. Ended work has a second to stop.
func watchMemory(ctx context.Context, memory *work.Memory, most int64, every time.Duration, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if used := memoryInUse(); used > most+most/10 { // the collector keeps to the limit as well as it can
			over := memory.End(&memoryError{used, most})
			if over == nil {
				cancel(&memoryError{used, most})
				return
			}
			select {
			case <-over:
				debug.FreeOSMemory()
			case <-time.After(time.Second):
			case <-ctx.Done():
				return
			}
		}
	}
}

// memoryError says that a question takes too much memory.
type memoryError struct{ used, most int64 }

func (e *memoryError) Error() string {
	return fmt.Sprintf("this took %s of memory, and %s can be spared; fewer records, fewer private features or a smaller classifier would work",
		source.Size(e.used), source.Size(e.most))
}

// memoryInUse returns the bytes that count for the limit.
func memoryInUse() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

// availableMemory returns the bytes that the machine can spare; 0 where it does not say.
func availableMemory() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	return readAvailable(f)
}

func readAvailable(meminfo io.Reader) int64 {
	for lines := bufio.NewScanner(meminfo); lines.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}
