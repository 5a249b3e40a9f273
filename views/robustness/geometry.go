package robustness

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

// geometry is where the class is constant, for every view of one prediction: box is how much
// of its page the proven box is.
func geometry(box view.Level) []view.Entry[prediction] {
	return []view.Entry[prediction]{
		radiusReading("radius", "radius in [0, 1]", ", inside [0, 1]", func(q prediction) *work.Once[agreement.Radius] { return q.radius }),
		radiusReading("radius-unbounded", "radius, no limit", ", wherever they go", func(q prediction) *work.Once[agreement.Radius] { return q.unbounded }),
		view.Family[prediction]{Name: "box", Of: "face", Label: "ends of the proven box", Level: box,
			Members: func(_ context.Context, q prediction) ([]string, error) {
				var faces []string
				for _, name := range q.Names {
					faces = append(faces, "low-"+name, "high-"+name)
				}
				return faces, nil
			},
			Each: boxFace},
		reading{Name: "class", ExactOf: "what the classifier says of this record, right or wrong", Label: "class",
			Value: view.Known(func(q prediction) known.Value { return known.Said(q.Class()) }),
			Cases: []view.Case[prediction]{{
				Formula: "The class that the classifier gives this record.",
				Assumes: "Agreement is about this class, right or wrong.",
			}}},
	}
}

// radiusReading is how far all private values may move at once.
func radiusReading(name, label, where string, of func(prediction) *work.Once[agreement.Radius]) reading {
	return reading{Name: name, ExactOf: "the classifier's numbers as its file has them, whatever the noise", Label: label, Symbol: "θ", Round: numeral.Down,
		Range: known.NotNegative,
		Value: func(ctx context.Context, q prediction) (known.Value, error) {
			radius, err := of(q).Get(ctx)
			return agreement.OrRefused(ctx, radius.Known(), err)
		},
		Beside: func(ctx context.Context, q prediction, v known.Value) (string, error) {
			if math.IsInf(v.Value, 1) { // though what is proven is less than certain
				return "boxes end at 0, 1", nil
			}
			return safeRemark(numeral.Plain)(ctx, q, v)
		},
		Cases: radiusCases(where, of)}
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
			refuted = fmt.Sprintf("At %s, which is %s away, the class is another.", q.place(func(i int) float64 { return radius.Counterexample[i] }), numeral.Short(radius.Upper))
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

// boxFace is one end of one side of the proven box: "low-age".
func boxFace(face string) reading {
	end, feature, _ := strings.Cut(face, "-")
	return reading{ExactOf: "the proven box that was found", Range: known.Range{High: 1},
		Title: func(prediction) string { return feature + map[string]string{"low": " from", "high": " to"}[end] },
		Value: func(ctx context.Context, q prediction) (known.Value, error) {
			box, err := q.box.Get(ctx)
			if err != nil {
				return agreement.OrRefused(ctx, known.Value{}, err)
			}
			for k, name := range q.Names {
				if low, high := box.Sides[k].Ends(); name == feature {
					return known.Exactly(map[string]float64{"low": low, "high": high}[end]), nil
				}
			}
			return known.Value{}, fmt.Errorf("%q is no face of this box; low-%s would do", face, q.Names[0])
		},
		Spoken: func(q prediction, v known.Value) string { return q.inUnit(feature, v) },
		Beside: view.Remark(func(q prediction, v known.Value) string {
			if q.inUnit(feature, v) == "" {
				return ""
			}
			return numeral.Short(v.Value)
		}),
		Cases: []view.Case[prediction]{{
			Formula: "An end of the proven box.",
			With: view.Remark(func(_ prediction, v known.Value) string {
				return numeral.Short(v.Value) + " in the scale of the classifier."
			}),
		}},
	}
}

// inUnit is a value of a private feature in its own unit; empty where it has none.
func (q prediction) inUnit(feature string, v known.Value) string {
	k := slices.Index(q.Names, feature)
	if k < 0 || v.Missing() || math.IsInf(v.Value, 0) {
		return ""
	}
	return q.Raw(q.Region.Private[k], v.Value)
}
