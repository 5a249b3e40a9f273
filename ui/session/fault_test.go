package session

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/view"
)

// A fault of the program ends its session with an error, and neither hangs nor ends the process, in which others may explore.
func TestFaultsEndTheSession(t *testing.T) {
	v, values, err := views.Open("survey")
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Options: Options{Out: new(strings.Builder)}, ctx: t.Context(), came: make(chan tea.Msg)}
	s.e = explorer.New(explorer.Session{Context: t.Context(), Clock: s.clock()}, v, values)
	s.e.Start() // its page is never whole, as nothing of it arrives
	s.wait(func() tea.Msg { panic("a fault") })
	if s.fault == nil || !strings.Contains(s.fault.Error(), "a fault") {
		t.Errorf("the session goes on after %v", s.fault)
	}
}

// slow returns a view whose page, at ε above 1, is computed until that is stopped; begun tells of each such beginning.
func slow(begun func()) view.View {
	return view.Of(view.Declaration[param.Values]{
		Name: "slow", Question: "How slow?", Form: param.Form{Params: []param.Param{mechanisms.Epsilon}},
		Ask: func(_ context.Context, v param.Values) (param.Values, error) { return v, nil },
		Readings: []view.Entry[param.Values]{view.Reading[param.Values]{Name: "twice",
			Value: func(_ context.Context, v param.Values) (known.Value, error) {
				return known.Exactly(2 * v.Get(mechanisms.Epsilon)), nil
			}}},
		Draw: func(ctx context.Context, v param.Values, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
			if v.Get(mechanisms.Epsilon) > 1 {
				begun()
				<-ctx.Done()
			}
			return engine.Sheet{}, ctx.Err()
		},
	})
}

// An interrupt ends what is computed, of a page or beside it, and the session goes on; where nothing is computed it ends the session.
func TestInterruptsEndComputations(t *testing.T) {
	interrupts := make(chan os.Signal, 1)
	interrupt := func() { interrupts <- os.Interrupt }
	v := slow(interrupt)
	values, err := v.Parse("epsilon=1")
	if err != nil {
		t.Fatal(err)
	}
	in, types := io.Pipe()
	defer types.Close()
	lines := []string{"epsilon 2", "read", "undo", "export x.csv", "where"}
	out := &typist{prompted: func() {
		if len(lines) == 0 {
			interrupt()
			return
		}
		line := lines[0] + "\n"
		lines = lines[1:]
		go io.WriteString(types, line)
	}}
	err = Run(t.Context(), v, values, Options{In: in, Out: out, Prompt: true, Interrupt: interrupts, Open: views.Open,
		Export: func(ctx context.Context, _, _ string) error {
			interrupt()
			<-ctx.Done()
			return ctx.Err()
		}})
	said := out.said.String()
	if err != nil || strings.Count(said, "Stopped. Say again to compute the page") != 2 || strings.Count(said, "Stopped.\n") != 1 ||
		!strings.Contains(said, "epsilon: ε = 2.00 to ε = 1.00.") || !strings.HasSuffix(said, "You are on epsilon, ε = 1.00.\n> ") {
		t.Errorf("%v, it says\n%s", err, said)
	}
}

// typist keeps what a session says, and acts at each prompt.
type typist struct {
	said     strings.Builder
	prompted func()
}

func (w *typist) Write(text []byte) (int, error) {
	if string(text) == "> " {
		defer w.prompted()
	}
	return w.said.Write(text)
}

// What is computed beside the pages is told to end, and a fault of it ends the session.
func TestComputationsBesideThePage(t *testing.T) {
	interrupts, stopped := make(chan os.Signal, 1), make(chan struct{})
	s := &Session{Options: Options{Out: io.Discard, Interrupt: interrupts}, ctx: t.Context()}
	_, err := during(s, func(ctx context.Context) (int, error) {
		interrupts <- os.Interrupt
		<-ctx.Done()
		close(stopped)
		return 0, ctx.Err()
	})
	if <-stopped; !errors.Is(err, errStopped) || s.fault != nil {
		t.Errorf("%v, %v", err, s.fault)
	}
	if _, err := during(s, func(context.Context) (int, error) { panic("a fault") }); err == nil || s.fault == nil {
		t.Errorf("%v, %v", err, s.fault)
	}
}
