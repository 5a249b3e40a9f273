package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// toy is a question with three members; c has no answer at negative levels. It counts the computations for it.
type toy struct {
	level float64
	count map[string]int
}

func (q toy) computed(what string) toy {
	q.count[what]++
	return q
}

var level = param.Param{Name: "level", Symbol: "l", Min: -10, Max: 10, Default: 2}

// toyView answers with a number, its double, one number a member, and one that exists only at level 0.
func toyView(count map[string]int) View {
	return Of(Declaration[toy]{
		Name: "toy", Question: "?", Source: "made up", Form: param.Form{Params: []param.Param{level}},
		Presets: []Preset{{Name: "two", Title: "at two", Query: "level=2"}, {Name: "none", Title: "at none", Query: "level=0"}},
		Defaults: func(context.Context, param.Values) engine.Defaults {
			return engine.Defaults{"file": {Meaning: "the first", Suggestions: []string{"a"}}}
		},
		Ask: func(_ context.Context, v param.Values) (toy, error) {
			if v.Get(level) == -9 {
				return toy{}, errors.New("level = -9 is asked by nobody; -8 would work")
			}
			return toy{v.Get(level), count}, nil
		},
		Readings: []Entry[toy]{
			Reading[toy]{Name: "plain", Label: "as it is", Goal: known.Higher, RangeOf: func(toy) known.Range { return known.Range{High: 9} },
				Value: Exactly(func(q toy) float64 { return q.computed("plain").level }),
				Interval: func(_ context.Context, q toy, v known.Value) (known.Value, error) {
					q.computed("late")
					return known.Sampled(v.Value, v.Value-1, v.Value+1, 0.95), nil
				},
				Remark: Remark(func(q toy, _ known.Value) string { q.computed("beside"); return "beside it" }),
				Cases:  []Case[toy]{{Formula: "l", With: Remark(func(q toy, _ known.Value) string { q.computed("why"); return "" })}}},
			Family[toy]{Name: "of", Of: "member", Label: "of a member", Places: true,
				Members: func(context.Context, toy) ([]string, error) { return []string{"a", "b", "c"}, nil },
				Rank:    func(context.Context, toy) ([]string, error) { return []string{"c", "a", "b"}, nil },
				Each: func(m string) Reading[toy] {
					return Reading[toy]{
						Title: func(toy) string { return strings.ToUpper(m) },
						Value: Known(func(q toy) known.Value {
							if q.computed("of-" + m); m == "c" && q.level < 0 {
								return known.Nothing("it has none below 0")
							}
							return known.Exactly(q.level * float64(len(m)))
						}),
					}
				}},
			Reading[toy]{Name: "zero", Label: "at zero", When: func(q toy) bool { return q.level == 0 },
				Value: Exactly(func(toy) float64 { return 0 })},
		},
		Draw: func(_ context.Context, q toy, answer Readings, show func(engine.Sheet)) (engine.Sheet, error) {
			if _, err := answer("of", "a"); err != nil {
				return engine.Sheet{}, err
			}
			show(engine.Sheet{Progress: work.Progress{Done: 1, Of: 2}})
			return engine.Sheet{Figure: engine.Figure{Title: "whole"}}, nil
		},
	})
}

func at(x float64) param.Values { return param.Values{}.With(level, x) }

// A single answer is computed alone, without interval or words, and knows that it is alone.
func TestValueComputesNothingElse(t *testing.T) {
	count := map[string]int{}
	v, err := toyView(count).Value(t.Context(), at(3), engine.Key{Name: "plain"})
	if err != nil || v.Value != 3 || v.Confidence != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	if len(count) != 1 || count["plain"] != 1 {
		t.Errorf("asking one answer computed %v", count)
	}
	if work.Alone(t.Context()) {
		t.Error("everybody is alone")
	}
}

func TestValuesNeedNoWords(t *testing.T) {
	count := map[string]int{}
	answers, err := toyView(count).Values(t.Context(), at(3))
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, a := range answers {
		keys = append(keys, a.Key.String())
	}
	if want := []string{"plain", "of-a", "of-b", "of-c"}; !slices.Equal(keys, want) {
		t.Errorf("the answers are %v, want %v in the order of their declaration", keys, want)
	}
	if count["why"]+count["beside"] > 0 || count["late"] != 1 || answers[0].Known.Confidence != 0.95 {
		t.Errorf("computed %v for %+v", count, answers[0])
	}
}

// A sheet computes every answer once, and ranks those that are ranked; unknown ones are pending in a part.
func TestSheet(t *testing.T) {
	count := map[string]int{}
	var part engine.Sheet
	sheet, err := toyView(count).Sheet(t.Context(), at(3), func(s engine.Sheet) { part = s })
	if err != nil {
		t.Fatal(err)
	}
	for what, times := range count {
		if times > 1 {
			t.Errorf("%s was computed %d times", what, times)
		}
	}
	told := func(s engine.Sheet) (lines []string) {
		for _, a := range s.Readings {
			lines = append(lines, fmt.Sprintf("%s %q pending %v", a.Key, a.Heading(), a.Pending))
		}
		return lines
	}
	want := []string{`plain "as it is" pending true`, `of-a "A" pending false`, `of-b "B" pending true`, `of-c "C" pending true`}
	if got := told(part); !slices.Equal(got, want) {
		t.Errorf("the part says %v", got)
	}
	want = []string{`plain "as it is" pending false`, `of-c "1= C" pending false`, `of-a "1= A" pending false`, `of-b "1= B" pending false`}
	if got := told(sheet); !slices.Equal(got, want) {
		t.Errorf("the whole says %v", got)
	}
	if got := sheet.Readings[0].Most; got != 9 {
		t.Errorf("the most is %g", got)
	}
	if sheet.Figure.Title != "whole" || sheet.Progress.Partial() || !part.Progress.Partial() || part.Defaults["file"].Meaning != "the first" {
		t.Errorf("the whole is %+v", sheet)
	}
}

func TestWordsStandWhereNothingElseDoes(t *testing.T) {
	sheet, err := toyView(map[string]int{}).Sheet(t.Context(), at(-9), func(engine.Sheet) {})
	if err == nil || sheet.Defaults["file"].Meaning != "the first" {
		t.Errorf("%+v, %v", sheet, err)
	}
}

func TestAsking(t *testing.T) {
	for _, c := range []struct {
		level float64
		key   engine.Key
		want  string
	}{
		{2, engine.Key{Name: "of", Member: "a"}, "2"},
		{2, engine.Key{Name: "of", Member: "dddd"}, "8"}, // no member now, but it may be requested
		{-2, engine.Key{Name: "of", Member: "c"}, "none: it has none below 0"},
		{0, engine.Key{Name: "zero"}, "0"},
		{2, engine.Key{Name: "zero"}, "none: it is not asked at this setting"},
		{2, engine.Key{Name: "of-a"}, `toy has no answer called "of-a"; plain, of, zero would work`},
		{2, engine.Key{Name: "plain", Member: "a"}, `toy has no answer called "plain-a"; plain, of, zero would work`},
	} {
		v, err := toyView(map[string]int{}).Value(t.Context(), at(c.level), c.key)
		got := fmt.Sprint(v.Value)
		if v.Missing() {
			got = "none: " + v.None
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v at %g is %q, want %q", c.key, c.level, got, c.want)
		}
	}
}

// A cancelled computation is started again, so its result is not taken for an answer.
func TestBrokenOffIsNoAnswer(t *testing.T) {
	asked := 0
	v := Of(Declaration[int]{Name: "slow", Ask: func(context.Context, param.Values) (int, error) { return 0, nil },
		Readings: []Entry[int]{Reading[int]{Name: "slow", Value: func(ctx context.Context, _ int) (known.Value, error) {
			asked++
			return known.Exactly(float64(asked)), ctx.Err()
		}}}})
	page, err := v.Ask(t.Context(), param.Values{})
	if err != nil {
		t.Fatal(err)
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	if _, err := page.Value(over, engine.Key{Name: "slow"}); !errors.Is(err, context.Canceled) {
		t.Errorf("broken off: %v", err)
	}
	for range 2 {
		if v, err := page.Value(t.Context(), engine.Key{Name: "slow"}); err != nil || v.Value != 2 {
			t.Errorf("%+v, %v", v, err)
		}
	}
}

func TestDeclared(t *testing.T) {
	var patterns []string
	for _, d := range toyView(nil).Declared {
		patterns = append(patterns, d.Pattern()+" "+d.Label+" "+d.Goal.String())
	}
	if want := []string{"plain as it is higher", "of-MEMBER of a member ", "zero at zero "}; !slices.Equal(patterns, want) {
		t.Errorf("declared are %q", patterns)
	}
}

func TestSettings(t *testing.T) {
	v := toyView(nil)
	for query, want := range map[string]float64{"": 2, "preset=none": 0, "preset=none&level=5": 5, "level=5&preset=none": 5, "level=1": 1} {
		if values, err := v.Setting(query); err != nil || values.Get(level) != want {
			t.Errorf("%q is level %g, %v, want %g", query, values.Get(level), err, want)
		}
	}
	for query, want := range map[string]string{"preset=no": `preset = "no" is not known`, "preset=two&preset=none": "preset is given twice", "level=11": "level = 11 is outside"} {
		if _, err := v.Setting(query); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", query, err, want)
		}
	}
	if got := v.Address(v.Opening()); got != "toy?level=2" {
		t.Errorf("it opens at %s", got)
	}
}

// Members that do not compare are ranked separately, groups in the order of their first members.
func TestGroupsAreRankedApart(t *testing.T) {
	v := Of(Declaration[toy]{
		Name: "toy", Question: "?", Form: param.Form{Params: []param.Param{level}},
		Ask: func(_ context.Context, v param.Values) (toy, error) { return toy{level: v.Get(level)}, nil },
		Readings: []Entry[toy]{Family[toy]{Name: "of", Of: "member", Places: true,
			Group:   func(m string) string { return map[string]string{"b": "odd"}[m] },
			Members: func(context.Context, toy) ([]string, error) { return []string{"a", "b", "c"}, nil },
			Rank:    func(context.Context, toy) ([]string, error) { return []string{"c", "b", "a"}, nil },
			Each: func(m string) Reading[toy] {
				return Reading[toy]{Label: m, Value: Exactly(func(q toy) float64 { return q.level })}
			}}},
		Draw: func(context.Context, toy, Readings, func(engine.Sheet)) (engine.Sheet, error) {
			return engine.Sheet{}, nil
		},
	})
	sheet, err := v.Sheet(t.Context(), param.Values{}, func(engine.Sheet) {})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, a := range sheet.Readings {
		said = append(said, strings.TrimSpace(a.Group+" "+a.Heading()))
	}
	if want := []string{"1= c", "1= a", "odd 1 b"}; !slices.Equal(said, want) {
		t.Errorf("ranked %q, want %q", said, want)
	}
}
