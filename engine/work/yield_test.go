package work

import (
	"context"
	"testing"
)

// TestYieldingIsNotHidden asks for the error where computations do, below each context that work makes of another.
func TestYieldingIsNotHidden(t *testing.T) {
	asked := 0
	session := &Session{Store: NewStore(1 << 10), Memory: new(Memory), Yield: func() { asked++ }}
	ctx := With(t.Context(), session)
	ask := func(ctx context.Context) {
		before := asked
		if err := ctx.Err(); err != nil || asked == before {
			t.Errorf("Err = %v after %d yields", err, asked-before)
		}
	}
	ask(Yielding(ctx))
	_ = Each(ctx, 2, func(ctx context.Context, _ int) error {
		ask(ctx)
		return nil
	})
	for _, run := range []func(func(context.Context) (int, error)) (int, error){
		func(f func(context.Context) (int, error)) (int, error) { return Spared(ctx, f) },
		func(f func(context.Context) (int, error)) (int, error) {
			return Reported(ctx, "key", func(int) int64 { return 1 }, f)
		},
	} {
		if _, err := run(func(ctx context.Context) (int, error) {
			ask(ctx)
			return 0, nil
		}); err != nil {
			t.Error(err)
		}
	}
	if Yielding(t.Context()) != t.Context() {
		t.Error("a context without a session yields")
	}
}
