package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
)

// Sheet holds all that a screen shows of one setting. A partial one, whose Progress is not whole, may be
// dropped without loss: the next holds more of the same. It is pure data: a sheet can be kept in a file and
// shown again.
type Sheet struct {
	Lead       Lead
	Figure     Figure
	Puts       string    // question put to a classroom in place of the view's; empty: the view's
	Provenance Note      // the people or records behind the numbers, and what was left out; empty: none
	Readings   []Reading // the most important first
	Notes      []Note    // sentences; the first stands under the picture
	Defaults   Defaults
	Progress   work.Progress
	Settling   bool    // a partial sheet that suffices once another is asked for: a newer setting need not wait for the rest
	Held       *Held   // the setting to compare with; nil: none
	Drawn      Points  // private answers drawn into the picture; no export has them
	Later      []Later // further tables, such as the people
	Data       *Table  // table that an export writes by default; nil: the picture's
}

// Key names an answer within a page: a group called "proven" is no reading
// called so.
type Key struct {
	Name   string // of the reading or the family: "epsilon-required"
	Member string // of the family: "pm"; empty for a reading
}

// String returns the name of the answer in exports: "epsilon-required-pm".
func (k Key) String() string {
	if k.Member == "" {
		return k.Name
	}
	return k.Name + "-" + k.Member
}

// Reading is one number beside the figure.
type Reading struct {
	Key
	Label     string // in the user's words: "lands in the window"
	Symbol    string // "ρ"
	Unit      string
	Style     numeral.Style
	Round     numeral.Rounding // of a number that must be enough as it is written; bounds know theirs
	Parts     int              // number of equal parts it adds up, each written; 0: none
	Summands  []float64        // unequal parts it adds up, each written; nil: none
	Goal      known.Goal
	Target    float64 // first target for solving; NaN: none in particular
	Most      float64 // greatest possible value of a reading that should be high; 0: unknown
	Expensive bool    // slow: solving should ask few values

	Known       known.Value
	Held        *known.Value // value at the held setting; nil: no setting is held, or it had no answer
	ExactOf     string       // subject of an exact number: "the law of the answer at x"; otherwise empty
	Pending     bool         // still being computed; Known holds the bound proven so far, or is missing
	DisplayText string       // Known in the user's unit, "45.0 years", shown in its place; empty: none
	Remark      string       // a remark after the number: "claim 2.00"
	Why         Why
	Opens       string // address of the view that explains it, without carried parameters; empty: none
	Place       int    // in a ranking, from 1; 0: it is not ranked
	Tied        bool   // another has the same place
	Group       string // the comparable readings it is ranked among: "ε-LDP"; empty: all
	Top         bool   // shown on top of the page; others are folded under it
	Tabled      bool   // a table of the page lists it, and nothing else does
}

// Heading returns the label, after the place in a ranking.
func (a Reading) Heading() string {
	if a.Place == 0 {
		return a.Label
	}
	if a.Tied {
		return fmt.Sprintf("%d= %s", a.Place, a.Label)
	}
	return fmt.Sprintf("%d %s", a.Place, a.Label)
}

// StandingAlone returns answers with labels that can be told one by one: a label that goes on from an answer before it, as
// "… for the worst pair", gets that answer's label before it. That is the nearest whose name this answer's name continues, as
// attacker-right-worst does attacker-right, else the nearest which is written alike and belongs to no family.
func StandingAlone(answers []Reading) []Reading {
	alone := slices.Clone(answers)
	for i, a := range alone {
		rest, goesOn := strings.CutPrefix(a.Label, "…")
		if !goesOn {
			continue
		}
		before := ""
		for _, b := range slices.Backward(answers[:i]) {
			if strings.HasPrefix(b.Label, "…") {
				continue
			}
			if strings.HasPrefix(a.Key.Name, b.Key.Name+"-") {
				before = b.Label
				break
			}
			if before == "" && b.Key.Member == "" && b.Style == a.Style {
				before = b.Label
			}
		}
		if before != "" {
			alone[i].Label = before + ", " + strings.TrimLeft(rest, ", ")
		}
	}
	return alone
}

// Tie gives the answers of a ranking that are equal, to rounding, the place of the first of them.
func Tie(ranked []Reading) {
	const rounding = 1e-12
	for i := 1; i < len(ranked); i++ {
		a, b := &ranked[i-1], &ranked[i]
		x, y := a.Known.Number(), b.Known.Number()
		if b.Place > 1 && a.Group == b.Group && math.Abs(x-y) <= rounding*max(math.Abs(x), math.Abs(y)) {
			b.Place, a.Tied, b.Tied = a.Place, true, true
		}
	}
}

// Written returns the number in the answer's style, rounded to its safe side.
func (a Reading) Written() string {
	if a.Summands != nil {
		return a.Known.SummedOf(a.Summands, a.Round)
	}
	return a.written(a.Known)
}

func (a Reading) written(v known.Value) string {
	if a.Parts > 1 {
		return v.Summed(a.Parts, a.Round)
	}
	return v.Written(a.Style, a.Round)
}

// Signed returns the displayed answer, with the sign of its basis unless the words before already say it.
func (a Reading) Signed(before string) string {
	switch {
	case a.Known.Word != "":
		return cmp.Or(a.Known.Title, a.Known.Word)
	case a.DisplayText != "":
		return a.DisplayText
	}
	return sign(a.Known.Side(), before) + a.Written()
}

// sign returns the sign of a basis before a number; none if the words before already say it.
func sign(b known.Basis, before string) string {
	before = strings.ToLower(before)
	if strings.HasSuffix(before, "at most ") && b.Upper() || (strings.HasSuffix(before, "at least ") || strings.HasSuffix(before, "gets below ")) && b.Lower() {
		return ""
	}
	if b.Confident() && strings.Contains(before, "confidence") {
		b = map[known.Basis]known.Basis{known.ConfidentAtLeast: known.AtLeast, known.ConfidentAtMost: known.AtMost}[b]
	}
	return map[known.Basis]string{known.AtLeast: "≥ ", known.AtMost: "≤ ", known.Estimate: "≈ ", known.AsPrinted: "in the paper ",
		known.ConfidentAtLeast: "≈≥ ", known.ConfidentAtMost: "≈≤ "}[b]
}

// Said returns the answer as a sentence continues with it: Signed, with its unit.
func (a Reading) Said(before string) string {
	text := a.Signed(before)
	if a.Unit == "" || a.Known.Word != "" || a.DisplayText != "" || a.Known.Missing() {
		return text
	}
	return text + " " + a.Unit
}

// Why explains an answer.
type Why struct {
	Formula string // what it is: "ρ = Pr[M(x) in the window], both ends included"
	With    string // the same with the user's numbers
	Source  string // where the formula comes from; empty: the view's source
	Assumes string // what must hold for it, and what it does not say
}

// Defaults carries what only an opened file knows of the controls, by the control's name.
type Defaults map[string]Default

// Default says what an empty word stands for and suggests others; Last bounds a number that picks from a
// list.
type Default struct {
	Meaning     string
	Suggestions []string
	Last        int  // 0: unknown
	Absent      bool // without the word no file is read; Meaning says so
}
