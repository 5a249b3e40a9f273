package subprocess

import (
	"context"
	"fmt"
	"io"
	"time"

	"dpscope/engine/numeral"
	"dpscope/learners/source"
)

// Runs reads the lines of a program's runs on one input; one process may write many lines, and is started
// again when it ends.
type Runs struct {
	command, input string
	patience       time.Duration

	now   *Program
	fed   chan struct{} // closed when the input is written
	lines int           // since the program was started
}

// StartRuns runs a program on the file input; 0 is the usual patience with a line. Close ends it.
func StartRuns(command, input string, patience time.Duration) (*Runs, error) {
	r := &Runs{command: command, input: input, patience: patience}
	if patience == 0 {
		r.patience = usual
	}
	return r, r.start()
}

func (r *Runs) start() error {
	const most = 1 << 30
	file, err := source.Open(r.input, most)
	if err != nil {
		return err
	}
	p, err := start(r.command, nil, r.patience)
	if err != nil {
		file.Close()
		return err
	}
	r.now, r.fed, r.lines = p, make(chan struct{}), 0
	go func(fed chan struct{}) {
		defer close(fed)
		defer file.Close()
		io.Copy(p.in, file) // waits for a process that does not read, until that is ended
		p.in.Close()
	}(r.fed)
	return nil
}

// Next returns the line of the next run. When ctx ends it ends the program.
func (r *Runs) Next(ctx context.Context) (string, error) {
	for {
		if err := ctx.Err(); err != nil {
			return "", r.now.end(err)
		}
		limit := time.NewTimer(r.patience)
		select {
		case line, more := <-r.now.labels:
			limit.Stop()
			if more {
				r.lines++
				return line, nil
			}
		case <-ctx.Done():
			limit.Stop()
			continue
		case <-limit.C:
			return "", r.now.end(fmt.Errorf("%s gave no score within %v after %d, and was ended; one line at once for each run would work",
				r.command, r.patience, r.lines))
		}
		if err := r.now.failure(); err != nil {
			return "", err
		}
		how := r.now.ending()
		if r.now.exit != nil || r.lines == 0 {
			return "", r.now.end(fmt.Errorf("%s ended after %s, %s; a score a line, and status 0 where it ends, would work", r.command,
				numeral.Things(r.lines, "score"), how))
		}
		r.Close()
		if err := r.start(); err != nil {
			return "", err
		}
	}
}

// Close ends the program, and returns when it is gone.
func (r *Runs) Close() {
	r.now.end(fmt.Errorf("%s is not asked any more", r.command))
	<-r.now.gone
	<-r.fed
}
