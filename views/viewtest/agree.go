package viewtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// Oracle computes one number of a view by itself, from the values of the controls alone.
type Oracle func(Setting) Truth

// Suite says how a view is tested.
type Suite struct {
	Oracles   map[string]Oracle               // by the name of the reading, or of the family
	Easy      func(param.Values) param.Values // makes a setting take less time; the ends of sliders should stay; nil: none takes long
	Words     map[string][]string             // possible words of a text, by its key; other texts keep their default
	Elsewhere []string                        // readings that no drawn setting has, as of a file: another test checks them
	Seldom    []string                        // readings of searches, which are no exact numbers: one setting in ten has them
	Few       int                             // settings of a run of all, where one takes seconds; 0: 200
	Wide      bool                            // draws the ends of all that an address may say too, not only those of the sliders
}

// Numbers of settings and answers.
const (
	settings       = 200 // in a run of all
	settingsOfFew  = 3   // in an ordinary run
	checked        = 10  // the whole check tries one in this many of them
	refusedAtMost  = 10  // for each setting that the view answers
	judgedAtLeast  = 2   // one in this many of those requested
	judgedFromHere = 20  // a reading that was requested this often
	seldom         = 10  // one setting in this many has the seldom requested readings
)

// Agree asks a view at random settings, always the same ones, and compares every exact number, and every bound that has an
// oracle, with the oracle. An exact number without an oracle is an error, met or not, and so is one that does not name what it
// is exact for, or an oracle that can tell less than half of the numbers. The race detector sees every view through
// TestPresets, with the cores of a session.
func Agree(t *testing.T, v view.View, s Suite) {
	t.Helper()
	effort.Unwatched(t)
	all := cmp.Or(s.Few, settings)
	count := effort.Scale(settingsOfFew, max(settingsOfFew, all/checked), all)
	if testing.Short() {
		count = 1
	}
	x := examine(t, v, s, count)
	for _, trouble := range x.troubles {
		t.Error(trouble)
	}
	t.Log(x)
}

// Consistent asks a view at count random settings and compares its answers with one another: each lies between its own bounds,
// and no two contradict one another.
func Consistent(t *testing.T, v view.View, s Suite, count int) {
	t.Helper()
	effort.Unwatched(t)
	ctx := worktest.Session(t.Context(), 64<<20)
	answered := 0
	for number := range count {
		at := draw(v, s, number)
		answers, err := v.Values(ctx, at.Values)
		if err != nil {
			continue
		}
		answered++
		if err := v.Consistent(answers); err != nil {
			t.Errorf("%v\n  dpscope read '%s'", err, at.Address())
		}
	}
	if 2*answered < count {
		t.Errorf("%s answers %d of %d settings", v.Name, answered, count)
	}
}

// examination holds the outcome.
type examination struct {
	view             string
	asked, refused   int            // settings
	compared, untold map[string]int // by reading
	bounds           map[string]int // of bounds and estimates, those that an oracle cannot tell
	troubles         []string
	troubled         map[string]int // by reading
}

func (x *examination) String() string {
	text := fmt.Sprintf("%s: %d settings, and %d that it refuses", x.view, x.asked, x.refused)
	for _, name := range slices.Sorted(maps.Keys(x.compared)) {
		text += fmt.Sprintf("\n  %-28s %d compared", name, x.compared[name])
		if n := x.untold[name]; n > 0 {
			text += fmt.Sprintf(", %d that the oracle cannot tell", n)
		}
		if n := x.bounds[name]; n > 0 {
			text += fmt.Sprintf(", %d bounds that it cannot tell", n)
		}
	}
	return text
}

// examine compares a view with its oracles at count settings.
func examine(t *testing.T, v view.View, s Suite, count int) *examination {
	x := &examination{view: v.Name, compared: map[string]int{}, untold: map[string]int{}, bounds: map[string]int{}, troubled: map[string]int{}}
	for _, d := range v.Declared {
		if d.ExactOf != "" && s.Oracles[d.Name] == nil && !slices.Contains(s.Elsewhere, d.Name) {
			x.troubles = append(x.troubles, fmt.Sprintf("%s: %s may be exact, of %s, and has no oracle", v.Name, d.Name, d.ExactOf))
		}
		if slices.Contains(s.Seldom, d.Name) && (d.ExactOf != "" || s.Oracles[d.Name] != nil) {
			x.troubles = append(x.troubles, fmt.Sprintf("%s: %s is exact or has an oracle, and is asked for seldom", v.Name, d.Name))
		}
	}
	ctx := worktest.Session(t.Context(), 64<<20)
	for number := 0; x.asked < count; number++ {
		at := draw(v, s, number)
		at.sheet = func(v view.View, query string) engine.Sheet { return sheet(ctx, t, v, query) }
		answers, err := s.answers(ctx, v, at.Values, number%seldom == 0)
		if err != nil {
			if x.refused++; x.refused > refusedAtMost*count {
				x.troubles = append(x.troubles, fmt.Sprintf("%s refuses nearly every setting: %s: %v", v.Name, at.Address(), err))
				return x
			}
			continue
		}
		x.asked++
		if err := v.Consistent(answers); err != nil {
			x.trouble("", at, err.Error())
		}
		at.Answers = answers
		for _, a := range answers {
			at.Member = a.Member
			x.judge(a, s.Oracles[a.Name], at)
		}
	}
	x.counts(s)
	return x
}

// answers returns all answers, or all except the seldom requested ones.
func (s Suite) answers(ctx context.Context, v view.View, values param.Values, all bool) ([]engine.Reading, error) {
	if all || len(s.Seldom) == 0 {
		return v.Values(ctx, values)
	}
	var names []string
	for _, d := range v.Declared {
		if !slices.Contains(s.Seldom, d.Name) {
			names = append(names, d.Name)
		}
	}
	only, err := v.Choose(names)
	if err != nil {
		return nil, err
	}
	return v.ValuesOf(ctx, values, only.Told())
}

// judge compares one answer with its oracle.
func (x *examination) judge(a engine.Reading, oracle Oracle, at Setting) {
	exact := a.Known.Basis == known.Exact && !a.Known.Missing()
	if exact && a.ExactOf == "" {
		x.trouble(a.Name, at, fmt.Sprintf("%s is exact and does not name of what: ExactOf of its reading", a.Key))
	}
	if oracle == nil {
		if exact {
			x.trouble(a.Name, at, fmt.Sprintf("%s is exact and has no oracle", a.Key))
		}
		return
	}
	truth := oracle(at)
	switch {
	case truth.cannot == "":
		x.compared[a.Name]++
	case exact:
		x.untold[a.Name]++
	default:
		x.bounds[a.Name]++
	}
	if truth.refutes(a.Known) {
		x.trouble(a.Name, at, fmt.Sprintf("%s is %s, the oracle says %s", a.Key, told(a.Known), truth))
	}
}

// told returns a value for messages.
func told(v known.Value) string {
	switch {
	case v.Missing():
		return "none (" + v.None + ")"
	case v.Word != "":
		return v.Word
	}
	return fmt.Sprintf("%s %.17g, from %.17g to %.17g", v.Basis, v.Value, v.Low, v.High)
}

// trouble keeps the first few faults of a reading, with the addresses that reproduce them.
func (x *examination) trouble(reading string, at Setting, says string) {
	const most = 3
	if x.troubled[reading]++; x.troubled[reading] <= most {
		x.troubles = append(x.troubles, says+"\n  dpscope read '"+at.Address()+"'")
	}
}

// counts finds oracles that tell too little: less than half of the exact numbers, or nothing at all.
func (x *examination) counts(s Suite) {
	for _, name := range slices.Sorted(maps.Keys(s.Oracles)) {
		asked := x.compared[name] + x.untold[name]
		if asked >= judgedFromHere && judgedAtLeast*x.compared[name] < asked {
			x.troubles = append(x.troubles, fmt.Sprintf("%s: the oracle of %s tells %d of %d", x.view, name, x.compared[name], asked))
		}
		if asked += x.bounds[name]; asked >= judgedFromHere && x.compared[name] == 0 {
			x.troubles = append(x.troubles, fmt.Sprintf("%s: the oracle of %s tells none of %d", x.view, name, asked))
		}
		if asked == 0 && x.asked >= settings && !slices.Contains(s.Elsewhere, name) {
			x.troubles = append(x.troubles, fmt.Sprintf("%s never has the reading %s at %d settings", x.view, name, x.asked))
		}
	}
}
