package work

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// closing is a part that says when it is closed.
type closing struct {
	name  string
	order *[]string
}

func (c *closing) Close() { *c.order = append(*c.order, c.name) }

type other struct{ *closing }

func TestPartsOfASession(t *testing.T) {
	var order []string
	s := &Session{}
	Keep(s, &closing{"first", &order})
	Keep(s, other{&closing{"second", &order}})
	Keep(s, "words")
	ctx := With(t.Context(), s)
	if p, found := PartOf[*closing](ctx); !found || p.name != "first" {
		t.Errorf("%v, %v", p, found)
	}
	if w, _ := PartOf[string](ctx); w != "words" {
		t.Errorf("%q", w)
	}
	if _, found := PartOf[int](ctx); found {
		t.Error("a part of a type that nobody keeps")
	}
	if _, found := PartOf[string](With(ctx, &Session{})); found {
		t.Error("a part of another session")
	}
	if _, err := Recover(func() (int, error) { Keep(s, "more"); return 0, nil }); err == nil {
		t.Error("two parts of one type")
	}
	s.Close()
	if !slices.Equal(order, []string{"second", "first"}) {
		t.Errorf("closed in the order %q", order)
	}
}

// Files are opened only where a session allows it, and otherwise not even looked for.
func TestFilesAreClosed(t *testing.T) {
	here := "session_test.go"
	refuses := func(string) error { return errors.New("no") }
	for name, ctx := range map[string]context.Context{
		"no session": t.Context(),
		"a new one":  With(t.Context(), &Session{}),
		"refused":    With(t.Context(), &Session{Files: refuses}),
	} {
		if MayOpen(ctx, here) == nil || Identity(ctx, here) != here {
			t.Errorf("%s: %v, %q", name, MayOpen(ctx, here), Identity(ctx, here))
		}
	}
	open := With(t.Context(), &Session{Files: AnyFile})
	if MayOpen(open, here) != nil || Identity(open, here) == here {
		t.Errorf("%v, %q", MayOpen(open, here), Identity(open, here))
	}
}

// The context values of the first caller do not reach the flight, which other callers wait for when that one has gone.
func TestAFlightBeginsAnew(t *testing.T) {
	ctx, _ := session(1 << 10)
	asked := Watching(Single(WithStarts(Reporting(ctx, func(Progress) { t.Error("progress of the flight reached the question") }), &WarmStarts{})),
		func(int) { t.Error("what the flight found reached the question") })
	if !Alone(asked) || !Moving(asked) {
		t.Error("the question forgets")
	}
	_, err := Do(asked, Simple("key", nil, func(ctx context.Context) (int, error) {
		if Alone(ctx) || Moving(ctx) {
			t.Error("the flight has the question's run")
		}
		Report(ctx, Progress{Done: 1, Of: 2})
		Tell(ctx, 5)
		return 1, nil
	}), nil)
	if err != nil {
		t.Error(err)
	}
	got := 0
	Tell(Watching(ctx, func(v int) { got = v }), 3)
	Tell(Watching(ctx, func(v int) { got = v }), "of another type")
	if got != 3 {
		t.Errorf("told %d", got)
	}
}
