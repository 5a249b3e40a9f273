// Package worktest makes sessions for tests. Only tests import it.
package worktest

import (
	"context"
	"runtime"
	"sync"

	"dpscope/engine/work"
)

// Session returns a context with a session that opens any file, computes on all cores
// and keeps at most so many bytes; with 0 it keeps nothing.
func Session(ctx context.Context, bytes int64) context.Context {
	s := &work.Session{Files: work.AnyFile, Cores: work.NewCores(runtime.NumCPU())}
	if bytes > 0 {
		s.Store = work.NewStore(bytes)
	}
	return work.With(ctx, s)
}

// On returns a context with a session of so many cores, which keeps nothing.
func On(ctx context.Context, cores int) context.Context {
	return work.With(ctx, &work.Session{Cores: work.NewCores(cores)})
}

// Shared is a session that the tests of a package have together: what a session keeps
// changes no answer, so nothing is computed twice because two tests open the same page.
var Shared = sync.OnceValue(func() context.Context { return Session(context.Background(), 256<<20) })
