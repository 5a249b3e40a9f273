// Command outside checks classifiers made by other programs, with their maker's classes for some rows: bench/outside.py writes
// them. It compares the classes, exact values with draws, and proven boxes with points in them, times the questions, and says
// how many faults chance alone would bring.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"dpscope/engine/work"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: outside FOLDER (bench/outside.py makes one, and calls this)")
		os.Exit(2)
	}
	files, _ := filepath.Glob(filepath.Join(os.Args[1], "*.json"))
	if len(files) == 0 {
		fmt.Fprintf(os.Stderr, "outside: no classifier in %s; bench/outside.py makes some\n", os.Args[1])
		os.Exit(1)
	}
	c := checker{draws: 100_000, patience: 30 * time.Second, timed: true}
	for i, file := range files {
		c.check(file)
		if (i+1)%10 == 0 {
			fmt.Printf("%d of %d, %d faults\n", i+1, len(files), len(c.faults))
		}
	}
	c.report(os.Stdout)
	if len(c.faults) > 0 {
		os.Exit(1)
	}
}

// session returns a context without results of earlier questions.
func session() context.Context {
	return work.With(context.Background(), &work.Session{Store: work.NewStore(64 << 20), Files: work.AnyFile,
		Cores: work.NewCores(runtime.NumCPU())})
}

// report writes the counts, the worst deviations, the slowest questions and all
// faults.
func (c *checker) report(w io.Writer) {
	fmt.Fprintf(w, "\n%d classifiers; %d rows compared with the classes of their maker\n", c.models, c.rows)
	fmt.Fprintf(w, "%d exact values and %d proven intervals beside %d draws each; chance alone puts %.2g of them beyond 4 standard errors\n",
		c.exact, c.enclosed, c.draws, float64(c.exact+c.enclosed)*beyond)
	fmt.Fprintf(w, "%d questions without an exact value; %d proven boxes, %d points in them\n", c.without, c.boxes, c.points)
	list(w, "largest deviations, in standard errors", c.deviations)
	list(w, "slowest questions, in seconds", c.times)
	for private := 1; private <= 3; private++ {
		n, late := 0, 0
		for _, t := range c.times {
			if t.private == private {
				n++
				late += int(min(1, t.value/limit(private)))
			}
		}
		fmt.Fprintf(w, "private features %d: %d questions timed, %d took %g s or more\n", private, n, late, limit(private))
	}
	list(w, fmt.Sprintf("faults: %d", len(c.faults)), nil)
	for _, f := range c.faults {
		fmt.Fprintln(w, " ", f)
	}
}

// limit returns the seconds that a question may take.
func limit(private int) float64 {
	if private > 2 {
		return 3
	}
	return 0.3
}

// list writes the greatest figures.
func list(w io.Writer, title string, all []figure) {
	slices.SortFunc(all, func(a, b figure) int { return cmp.Compare(b.value, a.value) })
	fmt.Fprintf(w, "\n%s\n", title)
	for _, f := range all[:min(len(all), 15)] {
		fmt.Fprintf(w, "  %8.3f  %s\n", f.value, f.what)
	}
}
