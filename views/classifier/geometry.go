package classifier

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/view"
)

// geometry declares where the class is constant, for every view of one prediction: box is the level of the sides of the proven
// box.
func geometry(box view.Level) []view.Entry[prediction] {
	return []view.Entry[prediction]{
		radiusReading("radius", "safe radius", ", inside [0, 1]", func(q prediction) *work.Once[agreement.Radius] { return q.Radius }),
		radiusReading("radius-unbounded", "…, unrestricted", ", wherever they go",
			func(q prediction) *work.Once[agreement.Radius] { return q.Unbounded }),
		view.Family[prediction]{Name: "box", Of: "side or face", Label: "the safe box",
			Members: func(_ context.Context, q prediction) ([]string, error) {
				var members []string
				for _, name := range q.Names {
					if !q.isFace(name) { // a feature called low-x beside one called x
						members = append(members, name)
					}
				}
				for _, name := range q.Names {
					members = append(members, "low-"+name, "high-"+name)
				}
				return members, nil
			},
			Each: func(member string) reading { return boxPart(box, member) }},
		reading{Name: "class", ExactOf: "what the classifier says of this record, right or wrong", Label: "class",
			Value:   view.Known(func(q prediction) known.Value { return known.Said(q.Class()) }),
			Formula: "The class that the classifier gives this record.",
			Assumes: "Agreement is about this class, right or wrong."},
	}
}

// radiusReading declares how far all private values may move at once.
func radiusReading(name, label, where string, of func(prediction) *work.Once[agreement.Radius]) reading {
	return reading{Name: name, ExactOf: "the classifier's numbers as its file has them, whatever the noise", Label: label, Symbol: "θ",
		Round: numeral.Down,
		Range: known.NotNegative,
		Value: func(ctx context.Context, q prediction) (known.Value, error) {
			radius, err := of(q).Get(ctx)
			return agreement.OrRefused(ctx, radius.Known(), err)
		},
		Remark: func(ctx context.Context, q prediction, v known.Value) (string, error) {
			if math.IsInf(v.Value, 1) { // though the proven share is less than certain
				return "boxes end at 0, 1", nil
			}
			if words, err := safeRemark(numeral.Plain)(ctx, q, v); words != "" || err != nil || v.Missing() {
				return words, err
			}
			return q.moves(v.Low), nil
		},
		Cases: radiusCases(where, of)}
}

// moves writes how far the first private values may move at once, in their units: "±7.49 years / ±3.74 kg/m²"; empty where they
// have none.
func (q prediction) moves(radius float64) string {
	const most = 2
	var texts []string
	for k, feature := range q.Region.Private {
		f := q.Model.Features[feature]
		if k >= most || f.Unit == "" {
			return ""
		}
		texts = append(texts, "±"+numeral.Down.Short(math.Abs(f.Scale.Raw(radius)-f.Scale.Raw(0)))+" "+f.Unit)
	}
	return strings.Join(texts, " / ")
}

// radiusCases explain a radius.
func radiusCases(where string, of func(prediction) *work.Once[agreement.Radius]) []view.Case[prediction] {
	with := func(ctx context.Context, q prediction, v known.Value) (string, error) {
		radius, err := of(q).Get(ctx)
		if err != nil {
			return "", err
		}
		refuted, promised := "", q.promised(v)
		if radius.Counterexample != nil {
			refuted = fmt.Sprintf("At %s, which is %s away, the class is another.", q.place(func(i int) float64 { return radius.Counterexample[i] }),
				numeral.Short(radius.Upper))
		}
		if math.IsInf(v.Low, 1) {
			promised = ""
		}
		return control.Sentences(refuted, promised), nil
	}
	formula := func(far string) string {
		return "The class is proven constant when all private values move by " + far + " at once (the ball of the largest norm)" + where + "."
	}
	return []view.Case[prediction]{{
		If:      "nothing is proven",
		When:    func(_ prediction, v known.Value) bool { return v.Missing() },
		Formula: formula("at most this much"),
		Assumes: "No radius could be proven for this kind of classifier.",
	}, {
		If:      "it is infinite",
		When:    func(_ prediction, v known.Value) bool { return math.IsInf(v.Low, 1) },
		Formula: formula("at most this much"),
		With:    with,
		Assumes: "The class is the same everywhere.",
	}, {
		If:      "the boundary itself may be of another class",
		When:    func(_ prediction, v known.Value) bool { return v.Low < v.Value },
		Formula: formula("less than this"),
		With:    with,
	}, {
		Formula: formula("at most this much"),
		With:    with,
	}}
}

// isFace reports whether a member of the box is one end of a side: "low-age".
func (q prediction) isFace(member string) bool {
	end, feature, _ := strings.Cut(member, "-")
	return (end == "low" || end == "high") && slices.Contains(q.Names, feature)
}

// boxPart declares a side of the proven box, "age", or one end of it, "low-age".
func boxPart(level view.Level, member string) reading {
	end, feature, _ := strings.Cut(member, "-")
	return reading{ExactOf: "the proven box that was found", Range: known.Range{High: 1},
		LevelOf: view.LevelWhere(func(q prediction) bool { return q.isFace(member) }, view.Folded, level),
		Title: func(q prediction) string {
			if q.isFace(member) {
				return cut(feature, namesInSentence) + map[string]string{"low": " from", "high": " to"}[end]
			}
			return "safe box, " + cut(member, classInUtility)
		},
		Value: func(ctx context.Context, q prediction) (known.Value, error) {
			box, err := q.Box.Get(ctx)
			if err != nil {
				return agreement.OrRefused(ctx, known.Value{}, err)
			}
			face := q.isFace(member)
			for k, name := range q.Names {
				switch low, high := box.Sides[k].Ends(); {
				case face && name == feature:
					return known.Exactly(map[string]float64{"low": low, "high": high}[end]), nil
				case !face && name == member:
					return known.Said(q.stretch(k, low, high)), nil
				}
			}
			return known.Value{}, fmt.Errorf("%q is no side of this box; %s would work", member, q.Names[0])
		},
		DisplayText: func(q prediction, v known.Value) string {
			if v.Word != "" {
				return ""
			}
			return q.inUnit(feature, v)
		},
		Remark: view.Remark(func(q prediction, v known.Value) string {
			if v.Word != "" || q.inUnit(feature, v) == "" {
				return ""
			}
			return numeral.Short(v.Value)
		}),
		Formula: "The box of most probability on which the class is proven constant, or one end of it: inside it every combination of the private values keeps the prediction. " +
			"Outside it may be kept too.",
		With: view.Remark(func(_ prediction, v known.Value) string {
			if v.Word != "" {
				return ""
			}
			return numeral.Short(v.Value) + " in the scale of the classifier."
		}),
	}
}

// stretch writes the range in which a private value may lie, in its own unit: "71.5–100 years". Its ends are rounded inwards,
// except for the error of a threshold that is read as float32.
func (q prediction) stretch(feature int, low, high float64) string {
	f := q.Model.Features[q.Region.Private[feature]]
	a, b := f.Scale.Raw(low), f.Scale.Raw(high)
	if a > b {
		a, b = b, a
	}
	inward := func(v float64, to numeral.Rounding) string {
		const hair = 1e-6
		if near := numeral.Nearest.Significant(v, 3); math.Abs(near-v) <= hair*math.Abs(f.Scale.Raw(1)-f.Scale.Raw(0)) {
			to = numeral.Nearest
		}
		return to.Short(v)
	}
	text := inward(a, numeral.Up) + "–" + inward(b, numeral.Down)
	if f.Unit != "" {
		text += " " + f.Unit
	}
	return text
}

// inUnit writes a value of a private feature in its own unit; empty where it has none.
func (q prediction) inUnit(feature string, v known.Value) string {
	k := slices.Index(q.Names, feature)
	if k < 0 || v.Missing() || math.IsInf(v.Value, 0) {
		return ""
	}
	return q.Raw(q.Region.Private[k], v.Value)
}
