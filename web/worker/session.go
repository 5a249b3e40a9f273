//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"dpscope/engine/work"
	"dpscope/learners/parquet"
	"dpscope/learners/table"
)

const (
	keptBytes = 128 << 20 // of results that may be asked for again
	most      = 1 << 30   // bytes that Go tries to stay below; a tab's memory ends at 4 GB, and files to read take up to 0.2 GB
	garbage   = 200       // percent of what is in use that gathers before it is collected
)

// session returns the context of the worker's computations. permits says which files they may open.
func session(permits func(path string) error) context.Context {
	debug.SetMemoryLimit(most)
	debug.SetGCPercent(garbage)
	s := &work.Session{Store: work.NewStore(keptBytes), Files: permits, Memory: new(work.Memory), Yield: newTurns().yield}
	work.Keep(s, table.Formats{parquet.Format})
	return work.With(context.Background(), s)
}

// picked holds the names of the files that the user picked.
type picked struct {
	lock  sync.Mutex
	names map[string]bool
}

func (p *picked) add(names []string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	for _, name := range names {
		if p.names == nil {
			p.names = map[string]bool{}
		}
		p.names[name] = true
	}
}

// permits returns why a file may not be opened.
func (p *picked) permits(path string) error {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.names[path] {
		return nil
	}
	return fmt.Errorf("%q is not a file that this tab was given; picking or dropping it would work", path)
}
