package plan

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
)

// Lines without a value at the present setting come last, and a figure without an answer keeps the order of its members.
func TestRivals(t *testing.T) {
	curve := func(name string, y float64, answer bool) engine.Mark {
		return engine.Curve{Name: name, X: []float64{0, 1}, Y: []float64{y, y}, Answer: answer}
	}
	for _, c := range []struct {
		marks []engine.Mark
		want  string
	}{
		{[]engine.Mark{curve("a", 1, false), curve("b", 9, false), curve("c", 2, false), curve("d", 3, true), curve("e", math.NaN(), false)}, "acd"},
		{[]engine.Mark{curve("e", math.NaN(), false), curve("a", 1, false), curve("b", 9, false), curve("c", 2, false)}, "abe"},
	} {
		p := NewSubject(engine.Figure{Marks: c.marks}, Medium{Text: letters{}, Coloured: true, Small: true})
		var got []string
		for _, s := range p.Series {
			if !s.Left {
				got = append(got, s.Name)
			}
		}
		if slices.Sort(got); strings.Join(got, "") != c.want {
			t.Errorf("%s are drawn, want %s", got, c.want)
		}
	}
}

// letters is a medium in which every letter is one wide.
type letters struct{}

func (letters) Plain(text string) string             { return text }
func (letters) Fit(text string, room float64) string { return text[:min(len(text), int(room))] }
func (letters) Width(text string) float64            { return float64(len(text)) }
