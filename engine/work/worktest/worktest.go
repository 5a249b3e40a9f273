// Package worktest makes sessions for tests. Only tests import it.
package worktest

import (
	"context"

	"dpscope/engine/work"
)

// Session returns a context with a session that opens any file and keeps at most so
// many bytes; with 0 it keeps nothing.
func Session(ctx context.Context, bytes int64) context.Context {
	s := &work.Session{Files: work.AnyFile}
	if bytes > 0 {
		s.Store = work.NewStore(bytes)
	}
	return work.With(ctx, s)
}
