// Package subprocess runs external programs that classify: rows of CSV in, one label a line out. A session
// runs the programs given on the command line, keeps one process of each open, and leaves none behind.
package subprocess

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dpscope/engine/work"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// prefix begins the word for a program among classifiers: "cmd:./predict".
const prefix = "cmd:"

// IsProgram reports whether a word names a program.
func IsProgram(word string) bool { return strings.HasPrefix(word, prefix) }

// Programs holds the programs of a session. The zero Programs allow none.
type Programs struct {
	// Patience limits the time of a program to its first label, and from one label to the next; 0 means the
	// usual one.
	Patience time.Duration

	lock     sync.Mutex
	allowed  []string
	features []table.Feature
	running  []*Program
	closed   bool
}

// usual is the time that docs/your-data.md promises.
const usual = 10 * time.Second

// Waits returns the longest time that a program may take to a label.
func (p *Programs) Waits() time.Duration {
	if p == nil || p.Patience == 0 {
		return usual
	}
	return p.Patience
}

// Allow lets the session run programs, given with their arguments, on rows of the
// features.
func (p *Programs) Allow(commands []string, features []table.Feature) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.allowed, p.features = commands, features
}

// Features returns the columns that programs take, in order.
func (p *Programs) Features() []table.Feature { return p.features }

// rest is for how long a program that has failed is not started again: all answers of a page ask at once, and each would wait for
// the same failure.
const rest = 5 * time.Second

// Open starts a program that was allowed, or returns the one that runs. One that has only just failed has the same failure.
func (p *Programs) Open(word string) (*Program, error) {
	command := strings.TrimPrefix(word, prefix)
	if p == nil {
		p = &Programs{}
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	switch {
	case p.closed:
		return nil, errors.New("the session has ended")
	case !slices.Contains(p.allowed, command):
		return nil, fmt.Errorf("an address by itself runs no program; on the command line beside it, --command %s would allow it",
			source.Quote(command))
	case len(p.features) == 0:
		return nil, errors.New("which columns does the program take? --feature 'age=0..100 years', once for each in their order, would work")
	}
	for _, r := range p.running {
		switch {
		case r.command != command:
		case r.failure() == nil:
			return r, nil
		case r.failing():
			return nil, r.failure()
		}
	}
	started, err := start(command, table.ColumnsOf(p.features), p.Waits())
	if err != nil {
		return nil, err
	}
	p.running = append(p.running, started)
	return started, nil
}

// Close ends all programs, those too that do not listen.
func (p *Programs) Close() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.closed = true
	for _, r := range p.running {
		r.end(errors.New("the session has ended"))
	}
	for _, r := range p.running {
		<-r.gone
	}
}

// Of returns the programs of a context's session; nil without one.
func Of(ctx context.Context) *Programs {
	p, _ := work.PartOf[*Programs](ctx)
	return p
}
