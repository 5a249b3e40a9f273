package lesson

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/views/formula"
)

// advised is a task with a page that is computed at once.
const advised = "---\nlesson: advised\ntitle: A task\nversion: 3\nminutes: 3\ntrust: a; b; c; d; e\n---\nAdvise.\n\n" +
	"## Tell\n```step\nat: concentration?mechanism=krr&show=neighbour&epsilon=1&bins=2&x=0&neighbour=1\nask: advice\nquestion: How often?\n" +
	"tells: attacker-right\nuses: total | together\n```\n\n" +
	"## Name\n```step\nat: compare?show=plane&epsilon=2&theta=0.3&x=0.5\nask: advice\nquestion: Which is best?\ntells: best\n```\n"

func task(t *testing.T) Lesson {
	t.Helper()
	l, faults := Parse("advised.md", []byte(advised))
	if faults = append(faults, Check(t.Context(), "advised.md", l)...); len(faults) > 0 {
		t.Fatal(faults)
	}
	return l
}

// Advice is examined at its setting: its number and its name as the page gives them there.
func TestExamine(t *testing.T) {
	l := task(t)
	const at = "concentration?mechanism=krr&show=neighbour&epsilon=2&bins=2&x=0&neighbour=1"
	for _, c := range []struct {
		step              int
		address, sentence string
		missing           string // empty: all holds
	}{
		{0, at, "In total an attacker is right 88.1 % at most.", ""},
		{0, at, "Together: 88 of 100.", ""},
		{0, at, "A share of 0.881 in total.", ""},
		{0, at, "In total an attacker is right 73.1 % at most.", "does not tell attacker is right, which is 88.1 %"},
		{0, at, "In total 1 or 2 or 3.", "does not tell"},
		{0, at, "Right 88.1 % at most.", "does not say total or together"},
		{0, "compare?show=plane&epsilon=2", "In total 88.1 %.", "stands at compare, and concentration is asked for"},
		{0, "concentration?epsilon=-1", "In total 88.1 %.", "the setting:"},
		{0, "", "In total 88.1 %.", "nothing is left standing"},
		{1, "compare?show=plane&epsilon=2&theta=0.3&x=0.5", "Take the piecewise mechanism, PM.", ""},
		{1, "compare?show=plane&epsilon=2&theta=0.1&x=0.5", "Take PM.", "does not tell"},
	} {
		var missing []string
		for _, f := range l.Steps[c.step].Examine(t.Context(), Advised{c.address, c.sentence}) {
			if !f.Holds {
				missing = append(missing, f.Text)
			}
		}
		if said := strings.Join(missing, "; "); c.missing == "" && said != "" || !strings.Contains(said, c.missing) {
			t.Errorf("%s, %q: %q, want %q", c.address, c.sentence, said, c.missing)
		}
	}
}

// An estimate is never called a proof.
func TestEstimateIsNoProof(t *testing.T) {
	s := Step{tells: []*expression{}}
	var err error
	if s.At, err = formula.At("utility?classifier=stroke-forest&mechanism=pm&epsilon=2"); err != nil {
		t.Fatal(err)
	}
	f, err := compile("agreement-estimate", 1)
	if err != nil {
		t.Fatal(err)
	}
	s.tells = append(s.tells, f)
	ctx := worktest.Shared()
	v, err := formula.Scope{Asker: formula.NewAsker(), At: s.At}.Value(ctx, f.Formula)
	if err != nil {
		t.Fatal(err)
	}
	for word, holds := range map[string]bool{"It is proven that": false, "A proof says": false, "It is guaranteed that": false, "An estimate says": true, "It improves:": true} {
		sentence := fmt.Sprintf("%s the class stays %.1f %%.", word, 100*v.Number)
		called := fmt.Sprint(s.Examine(ctx, Advised{s.At.Address(), sentence}))
		if strings.Contains(called, "is an estimate") == holds {
			t.Errorf("%q: %s", sentence, called)
		}
	}
}

// A report is read back as it was advised, and no number in it is trusted.
func TestReportIsReadBack(t *testing.T) {
	l := task(t)
	of := []Advised{{"concentration?mechanism=krr&show=neighbour&epsilon=2&bins=2&x=0&neighbour=1", "In total, 88.1 % | <b> # ## 9. x"}, {}}
	var b bytes.Buffer
	if err := l.Report(t.Context(), &b, of); err != nil {
		t.Fatal(err)
	}
	name, version, got, err := ReadReport(b.Bytes())
	if err != nil || name != "advised" || version != 3 || len(got) != 2 || got[0] != of[0] || got[1] != of[1] {
		t.Errorf("%s %d %q, %v\n%s", name, version, got, err, b.String())
	}
	if !strings.Contains(b.String(), "attacker is right: 88.1 %") || !strings.Contains(b.String(), "- [x] the sentence tells") || !strings.Contains(b.String(), "Nothing is left standing here") {
		t.Error(b.String())
	}
	for _, bad := range []string{"", "hello", "# x\n## 1. y\n> z\n", "lesson: a, version 1\n## 99999999999999999999. y\n", "lesson: a, version 1\n## 0. y\n"} {
		if _, _, _, err := ReadReport([]byte(bad)); err == nil {
			t.Errorf("%q is a report", bad)
		}
	}
}

// Faults of a task are reported.
func TestFaultsOfAdvice(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"tells: attacker-right\n", "", "advice tells a number or a name"},
		{"tells: attacker-right\n", "tells: nobody\n", "nobody"},
		{"tells: attacker-right\n", "tells: attacker-right > 0.5\n", "neither a number nor a name"},
		{"ask: advice\nquestion: How", "ask: sentence\nquestion: How", "belong to ask: advice"},
		{"uses: total", "cover: lead\nuses: total", "covers and moves nothing"},
	} {
		if faults := faultsOf(t, strings.Replace(advised, c.old, c.new, 1)); len(faults) != 1 || !strings.Contains(faults[0], c.want) {
			t.Errorf("%q: %v", c.new, faults)
		}
	}
}

// The capstone computes, and a report that tells what its own pages say holds.
func TestCapstone(t *testing.T) {
	effort.ForCheck(t)
	effort.Unwatched(t)
	ctx := worktest.Shared()
	l, err := Open(Capstone)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Check(ctx, "clinic.md", l) {
		t.Error(f)
	}
	for i, s := range l.Steps {
		sentence := ""
		for _, f := range s.tells {
			v, err := formula.Scope{Asker: formula.NewAsker(), At: s.At}.Value(ctx, f.Formula)
			if err != nil {
				t.Fatal(err)
			}
			sentence += v.Written("") + "; "
		}
		for _, u := range s.uses {
			sentence += u.words[0] + " "
		}
		for _, f := range s.Examine(ctx, Advised{s.At.Address(), sentence}) {
			if !f.Holds {
				t.Errorf("task %d, %q: %s", i+1, sentence, f.Text)
			}
		}
		for _, f := range s.Examine(ctx, Advised{s.At.Address(), "I do not know."})[1:] {
			if f.Holds {
				t.Errorf("task %d holds without a word: %s", i+1, f.Text)
			}
		}
	}
}
