// Package worktest makes sessions for tests. Only tests import it.
package worktest

import (
	"context"
	"runtime"
	"sync"

	"dpscope/engine/work"
)

// Session returns a context with a session that opens any file, computes on all cores and keeps at most that
// many bytes; with 0 it keeps nothing.
func Session(ctx context.Context, bytes int64) context.Context {
	s := &work.Session{Files: work.AnyFile, Cores: work.NewCores(runtime.NumCPU())}
	if bytes > 0 {
		s.Store = work.NewStore(bytes)
	}
	return work.With(ctx, s)
}

// On returns a context with a session on that many cores, which keeps nothing.
func On(ctx context.Context, cores int) context.Context {
	return work.With(ctx, &work.Session{Cores: work.NewCores(cores)})
}

// Shared returns a session common to a package's tests: kept results change no answer, and two tests that
// open the same page compute it once.
var Shared = sync.OnceValue(func() context.Context { return Session(context.Background(), 256<<20) })
