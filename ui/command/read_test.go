package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
)

// answering calls read with answers made up by f, and returns its output.
func answering(t *testing.T, in io.Reader, f func(ctx context.Context, address string) error) *bufio.Scanner {
	t.Helper()
	ctx, cancel := context.WithTimeout(worktest.On(t.Context(), 2), 20*time.Second) // limit for waits that never end
	t.Cleanup(cancel)
	rows, out := io.Pipe()
	go func() {
		out.CloseWithError(readWith(ctx, in, out, io.Discard, inCSV, func(l line, ctx context.Context) ([]engine.Reading, error) {
			return []engine.Reading{{Key: engine.Key{Name: "done"}, Known: known.Exactly(1)}}, f(ctx, l.address)
		}))
	}()
	return bufio.NewScanner(rows)
}

// waitFor returns when the channel is closed, with an error if ctx is done first.
func waitFor(ctx context.Context, c <-chan struct{}) error {
	select {
	case <-c:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Of two lines that wait together, the first is written before the second is answered.
func TestReadWritesEachLineWhenItIsDone(t *testing.T) {
	written := make(chan struct{})
	rows := answering(t, strings.NewReader("quick\nslow\n"), func(ctx context.Context, address string) error {
		if address == "slow" {
			return waitFor(ctx, written)
		}
		return nil
	})
	for _, want := range []string{"address,reading,value,low,high,basis,unit", "quick,done,1,,,exact,", "slow,done,1,,,exact,"} {
		if !rows.Scan() || rows.Text() != want {
			t.Fatalf("got %q, %v, want %q", rows.Text(), rows.Err(), want)
		}
		if strings.HasPrefix(want, "quick") {
			close(written)
		}
	}
}

// A line with a computation that panics gets a row that says so; the others are answered.
func TestReadSurvivesAFault(t *testing.T) {
	rows := answering(t, strings.NewReader("before\nbroken\nafter\n"), func(_ context.Context, address string) error {
		if address == "broken" {
			panic("oh")
		}
		return nil
	})
	rows.Scan() // the header
	for _, want := range []string{"before,done,1", "broken,error,", "after,done,1"} {
		if !rows.Scan() || !strings.HasPrefix(rows.Text(), want) {
			t.Fatalf("got %q, %v, want %q", rows.Text(), rows.Err(), want)
		}
		if strings.HasPrefix(want, "broken") && !strings.Contains(rows.Text(), "met a fault in the program (oh)") {
			t.Errorf("%q does not say what happened", rows.Text())
		}
	}
	if rows.Scan() || rows.Err() != errSomeLines {
		t.Errorf("it ends with %q, %v", rows.Text(), rows.Err())
	}
}

// Two lines that wait together are answered at the same time.
func TestReadUsesAllProcessors(t *testing.T) {
	begun := make(chan struct{})
	rows := answering(t, strings.NewReader("first\nsecond\n"), func(ctx context.Context, address string) error {
		if address == "first" {
			return waitFor(ctx, begun)
		}
		close(begun)
		return nil
	})
	for _, want := range []string{"address,reading,value,low,high,basis,unit", "first,done,1,,,exact,", "second,done,1,,,exact,"} {
		if !rows.Scan() || rows.Text() != want {
			t.Fatalf("got %q, %v, want %q", rows.Text(), rows.Err(), want)
		}
	}
}

// Text that a terminal or a spreadsheet would act on is written so that it does not; all other text is unchanged.
func TestReadRowsAreHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"concentration?mechanism=pm&epsilon=2": "concentration?mechanism=pm&epsilon=2",
		"utility?record=ä\u00a0b":              "utility?record=ä\u00a0b",
		`a\b`:                                  `a\b`,
		"mechanism=\x1b[31mred":                `mechanism=\x1b[31mred`,
		"\x00\x7f\u009b\u202e\u200b\ta":        `\x00\x7f\u009b\u202e\u200b\ta`,
		"\xffa\ufffd":                          `\xffa` + "\ufffd",
		"=cmd|' /C calc'!A0":                   "'=cmd|' /C calc'!A0",
		"-1":                                   "-1",
		"":                                     "",
	} {
		if got := cell(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	status, out, trouble := call(" concentration?mechanism=pm \n=1+1\nconcentration?mechanism=\x1b[31mred\n  \n", "read")
	if status != 1 || strings.ContainsRune(out+trouble, '\x1b') {
		t.Errorf("status %d, %q, %q", status, out, trouble)
	}
	for _, line := range []string{
		"\n\" concentration?mechanism=pm \",attacker-right,",
		"\n'=1+1,error,",
		"\nconcentration?mechanism=\\x1b[31mred,error,",
		"\n\"  \",error,,,,,this line is empty; survey would work\n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is missing in\n%s", line, out)
		}
	}
	// an answer that is a word may be the name of a class
	row := csvRows(line{address: "a"}, []engine.Reading{{Key: engine.Key{Name: "class"}, Known: known.Said("=cmd|' /C calc'!A0")}}, nil)
	if got := string(row.text); got != "a,class,'=cmd|' /C calc'!A0,,,exact,\n" {
		t.Errorf("a class is written %q", got)
	}
}

// A held setting is answered after the setting itself, under names of its own.
func TestReadAnswersWhatIsHeld(t *testing.T) {
	var out strings.Builder
	address := "concentration?mechanism=pm&epsilon=2&x=0.5&hold.epsilon=1"
	if err := read(t.Context(), strings.NewReader(address+"\n"), &out, io.Discard, inCSV); err != nil {
		t.Fatal(err)
	}
	rows := out.String()
	for _, row := range []string{address + ",standard-deviation,0.185", address + ",hold.standard-deviation,0.2349"} {
		if !strings.Contains(rows, row) {
			t.Errorf("there is no row %s...:\n%s", row, rows)
		}
	}
}

// A reason for refused answers is told once for each address; an answer that merely does not exist needs no reason.
func TestReadSaysWhyItRefuses(t *testing.T) {
	answers := []engine.Reading{
		{Key: engine.Key{Name: "best"}, Known: known.Refused("too many")},
		{Key: engine.Key{Name: "need", Member: "pm"}, Known: known.Refused("too many")},
		{Key: engine.Key{Name: "need", Member: "sw"}, Known: known.Nothing(known.NoBudget)},
		{Key: engine.Key{Name: "split"}, Known: known.Refused("a split \x1bneeds two")},
	}
	var out, say strings.Builder
	err := readWith(t.Context(), strings.NewReader("choose?a\nb"), &out, &say, inCSV, func(line, context.Context) ([]engine.Reading, error) { return answers, nil })
	const reasons = "dpscope: choose?a: best and 1 more: too many\ndpscope: choose?a: split: a split \\x1bneeds two\n"
	if want := reasons + strings.ReplaceAll(reasons, "choose?a", "b"); err != nil || say.String() != want {
		t.Errorf("%v; it says %q, want %q", err, say.String(), want)
	}
	if row := "choose?a,need-pm,none,,,none,\n"; !strings.Contains(out.String(), row) {
		t.Errorf("there is no row %q in %q", row, out.String())
	}
}

// endless is a line without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// The lines before a line without an end are answered, and reading stops within it.
func TestReadGivesUpALineWithoutEnd(t *testing.T) {
	var out bytes.Buffer
	err := read(t.Context(), io.MultiReader(strings.NewReader("threshold\n"), endless{}), &out, io.Discard, inCSV)
	if err == nil || !strings.Contains(err.Error(), "a line has more than") || !strings.Contains(out.String(), "threshold,recall,") {
		t.Errorf("%v after\n%.200s", err, out.String())
	}
}

// Of a line that is interrupted nothing is written: neither a row nor an error.
func TestReadInterrupted(t *testing.T) {
	for _, as := range []form{inCSV, inJSON} {
		ctx, interrupt := context.WithCancel(worktest.On(t.Context(), 2))
		out := &until{word: "whole", then: interrupt}
		err := readWith(ctx, strings.NewReader("whole\nhalf\nlater\n"), out, io.Discard, as, func(l line, ctx context.Context) ([]engine.Reading, error) {
			if l.address == "whole" {
				return []engine.Reading{{Key: engine.Key{Name: "done"}, Known: known.Exactly(1)}}, nil
			}
			<-ctx.Done()
			return nil, ctx.Err()
		})
		if text := out.String(); !strings.Contains(text, "whole") || strings.Contains(text, "half") || strings.Contains(text, "later") || strings.Contains(text, "cancel") {
			t.Errorf("it wrote %q", text)
		}
		if err == nil || errors.Is(err, errSomeLines) {
			t.Errorf("it ended by %v", err)
		}
	}
}

// until keeps what is written, and calls a function once a word is.
type until struct {
	strings.Builder
	word string
	then func()
}

func (u *until) Write(b []byte) (int, error) {
	n, err := u.Builder.Write(b)
	if strings.Contains(u.String(), u.word) {
		u.then()
	}
	return n, err
}

// An interrupt ends a read that waits for addresses, even if its input stays open.
func TestReadInterruptedWhileItWaits(t *testing.T) {
	in, open := io.Pipe()
	defer open.Close()
	ctx, interrupt := context.WithCancel(worktest.On(t.Context(), 2))
	ended := make(chan error, 1)
	go func() { ended <- read(ctx, in, io.Discard, io.Discard, inCSV) }()
	time.AfterFunc(50*time.Millisecond, interrupt)
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for more addresses")
	}
}
