package audit

import (
	"context"
	"fmt"

	"dpscope/engine/work"
	"dpscope/learners/subprocess"
)

// Program is a mechanism that is run on two inputs which differ in the record.
type Program struct {
	Command       string
	With, Without string // files, its standard input
	Runs          int64  // on either
}

// Run runs the program on both inputs at a time, and counts its scores without keeping them.
func (p Program) Run(ctx context.Context) (*Runs, error) {
	var running [2]*subprocess.Runs
	for of, input := range [2]string{without: p.Without, with: p.With} {
		if err := work.MayOpen(ctx, input); err != nil {
			return nil, err
		}
		r, err := subprocess.StartRuns(p.Command, input, 0)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		running[of] = r
	}
	var c Counting
	tell := work.Sparingly(ctx)
	for i := range p.Runs {
		take := c.choose
		if half := p.Runs / 2; i >= half { // runs are independent: the later half serves as well as any
			if i == half {
				c.Again()
			}
			take = c.judge
		}
		for of, r := range running {
			line, err := r.Next(ctx)
			if err != nil {
				return nil, err
			}
			score, err := ReadScore(line)
			if err != nil {
				return nil, fmt.Errorf("%s, run %d: %w", p.Command, i+1, err)
			}
			take(class(of), score+0)
		}
		work.Report(tell, work.Progress{Done: float64(i + 1), Of: float64(p.Runs), What: "runs"})
	}
	return c.Runs(), nil
}
