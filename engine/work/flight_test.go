package work

import (
	"context"
	"errors"
	"io/fs"
	"testing"
)

// A result of an interface type may be nil: when its flight brings it, when it is shown before the end, when it is kept, and
// when a search begins with it.
func TestNilResults(t *testing.T) {
	ctx, _ := session(1 << 10)
	for name, brought := range map[string]error{"nothing": nil, "something": fs.ErrNotExist} {
		shown := 0
		job := Job[error]{Key: name, Bytes: func(error) int64 { return 16 }, Run: func(_ context.Context, show func(error, Progress)) (error, error) {
			show(brought, Progress{Done: 1, Of: 2})
			return brought, nil
		}}
		for range 2 { // from its flight, and kept
			v, err := Do(ctx, job, func(part error, _ Progress) {
				if shown++; !errors.Is(part, brought) {
					t.Errorf("%s is shown as %v", name, part)
				}
			})
			if err != nil || !errors.Is(v, brought) {
				t.Errorf("%s is %v (%v)", name, v, err)
			}
		}
		if v, found := Peek[error](ctx, name); !found || !errors.Is(v, brought) {
			t.Errorf("%s is kept as %v, %t", name, v, found)
		}
		moving := WithStarts(ctx, &WarmStarts{})
		LeaveStart(moving, brought)
		if v, found := StartOf[error](moving); !found || !errors.Is(v, brought) {
			t.Errorf("%s is left as %v, %t", name, v, found)
		}
	}
}
