//go:build linux

package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// built compiles the program as it is shipped and returns its path.
func built(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "dpscope")
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, "dpscope")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return path
}

func run(path string, args ...string) *exec.Cmd {
	c := exec.Command(path, args...)
	c.Env = []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "HOME=" + os.TempDir(), noCount}
	return c
}

func percentile(durations []time.Duration, p float64) float64 {
	slices.Sort(durations)
	return float64(durations[int(p*float64(len(durations)-1))]) / 1e6
}

// memory returns the greatest resident memory of a process, in megabytes.
func memory(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			kilobytes, _ := strconv.ParseFloat(fields[1], 64)
			return kilobytes / 1024
		}
	}
	return 0
}

// focused returns the line of the screen that shows the focused control.
func (x *ptyTerminal) focused() string {
	_, after, _ := strings.Cut(x.text(), "▸")
	line, _, _ := strings.Cut(after, "\n")
	return line
}

// echo waits, at most for a second, until the focused control shows something else, and returns when the output arrived that
// changed it. It reads the screen only after new output: reading takes processor time from the measured program.
func (x *ptyTerminal) echo(before string, pressed time.Time) time.Time {
	seen := pressed
	for time.Since(pressed) < time.Second {
		if last := x.newest(); last.After(seen) {
			if seen = last; x.focused() != before {
				return seen
			}
		}
		time.Sleep(time.Millisecond)
	}
	return time.Now()
}

// arrows holds the keys that move the focused control right and left.
var arrows = []string{"\x1b[C", "\x1b[D"}

// strokes moves the focused control one way and then back, and turns round at an end of its range, where a key changes nothing;
// so does a text that does not change. For each key it returns how long the control and the answer took to show it, and the
// processor time until the next key, which a loaded machine does not lengthen.
func (x *ptyTerminal) strokes(keys int) (echoes, waits, works []time.Duration) {
	way := 0
	for turns := 0; len(echoes) < keys; {
		time.Sleep(time.Duration(len(echoes)*7%17) * time.Millisecond) // out of step with the renderer
		before, worked, pressed := x.focused(), x.worked(), time.Now()
		x.send(arrows[way])
		echo := x.echo(before, pressed).Sub(pressed)
		if turns < 50 && atEnd(before) && x.focused() == before {
			way = 1 - way
			turns++
			continue
		}
		echoes = append(echoes, echo)
		if last := x.quiet(60 * time.Millisecond); last.After(pressed) {
			waits = append(waits, last.Sub(pressed))
		}
		works = append(works, x.worked()-worked)
		if len(echoes) == keys/2 {
			way = 1 - way
		}
	}
	return echoes, waits, works
}

// atEnd reports whether the handle of a slider is in the first or the last place; false for a control without a handle.
func atEnd(control string) bool {
	before, after, found := strings.Cut(control, "●")
	return !found || (!strings.ContainsAny(before, "━─╵") || !strings.ContainsAny(after, "━─╵"))
}

// worked returns the processor time that all threads of the program have taken.
func (x *ptyTerminal) worked() time.Duration {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", x.cmd.Process.Pid))
	var worked time.Duration
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		ran, _, _ := strings.Cut(string(text), " ")
		nanoseconds, _ := strconv.ParseInt(ran, 10, 64)
		worked += time.Duration(nanoseconds)
	}
	return worked
}

// BenchmarkTerminal measures the program in a pseudo-terminal: the time from a key to the moved slider, which the loop draws at
// once, and to the last byte of the answer; the time from start to the first picture, and how long the screen goes on changing
// after a burst of 300 keys in 0.6 s; memory, and the size of the binary.
func BenchmarkTerminal(b *testing.B) {
	path := built(b)
	info, _ := os.Stat(path)
	for _, size := range [][2]int{{120, 40}, {300, 90}} {
		for _, address := range addresses(b) {
			view, _, _ := strings.Cut(address, "?")
			b.Run(fmt.Sprintf("%s-%dx%d", view, size[0], size[1]), func(b *testing.B) {
				for range b.N {
					start := time.Now()
					x := openTerminal(b, run(path, address), size[0], size[1])
					x.await(" keys")
					first := x.quiet(250 * time.Millisecond).Sub(start)
					x.focus(b)
					echoes, waits, works := x.strokes(100)
					for i := range 300 {
						x.send(arrows[i/25%2])
						time.Sleep(2 * time.Millisecond)
					}
					released := time.Now()
					backlog := x.quiet(300 * time.Millisecond).Sub(released)
					b.ReportMetric(percentile(echoes, 0.5), "echo-p50-ms")
					b.ReportMetric(percentile(echoes, 0.99), "echo-p99-ms")
					b.ReportMetric(percentile(waits, 0.5), "p50-ms")
					b.ReportMetric(percentile(waits, 0.99), "p99-ms")
					b.ReportMetric(percentile(works, 0.5), "cpu-p50-ms")
					b.ReportMetric(percentile(works, 0.99), "cpu-p99-ms")
					b.ReportMetric(float64(first)/1e6, "first-ms")
					b.ReportMetric(max(float64(backlog)/1e6, 0), "backlog-ms")
					b.ReportMetric(memory(x.cmd.Process.Pid), "MB")
					b.ReportMetric(float64(info.Size())/1e6, "binary-MB")
					x.send("q")
					x.exit()
				}
			})
		}
	}
}

// focus moves down to the control named in DPSCOPE_CONTROL, by a part of its line; without one the first has focus.
func (x *ptyTerminal) focus(b *testing.B) {
	control := os.Getenv("DPSCOPE_CONTROL")
	for range 30 {
		if strings.Contains(x.focused(), control) {
			return
		}
		before := x.focused()
		x.send("\x1b[B")
		x.echo(before, time.Now())
	}
	b.Fatalf("no control shows %q:\n%s", control, x.text())
}

// addresses lists the views to measure: each at its opening, or the one named in DPSCOPE_BENCH.
func addresses(b *testing.B) []string {
	if one := os.Getenv("DPSCOPE_BENCH"); one != "" {
		return []string{one}
	}
	return []string{"concentration?mechanism=pm&epsilon=0.1"}
}
