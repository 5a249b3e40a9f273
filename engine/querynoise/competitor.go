package querynoise

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Competitor is noise of a fixed shape at the question's setting.
type Competitor struct {
	central.Kind
	Law     mechanisms.Law                // in sensitivities; nil where there is none
	Loss    known.Value                   // in the answer's unit
	Profile func(epsilon float64) float64 // δ at any ε
}

// Compete returns one competitor.
func (q Question) Compete(name string) (Competitor, error) {
	kind, err := central.Find(name)
	if err != nil {
		return Competitor{}, err
	}
	return q.compete(kind), nil
}

func (q Question) compete(kind central.Kind) Competitor {
	nothing := func(why string) Competitor { return Competitor{Kind: kind, Loss: known.Nothing(why)} }
	setting := q.setting()
	if q.Below.Any() {
		if kind.Deviation == nil {
			return nothing("only the normal noise itself is set beside noise below its curve")
		}
		curve := central.Shifted(q.Below.Mu)
		setting.Epsilon, setting.Delta = curve.Epsilon, curve.Delta
	}
	n, err := kind.New(setting)
	if q.Also.Any() {
		n, err = q.keeping(kind)
	}
	if err != nil {
		return nothing(err.Error())
	}
	return Competitor{kind, n.Law(), known.Exactly(n.Expected(q.Loss) * q.Scale()), n.Guarantee().Delta}
}

// keeping returns noise of a family that keeps all points: at the least of their δ, and at the greatest ε
// whose profile exceeds none of them, at most the question's own for noise that uses no δ.
func (q Question) keeping(kind central.Kind) (central.Noise, error) {
	points, most := q.problem().Points(), q.Epsilon
	setting := q.setting()
	if n, err := kind.New(setting); err != nil {
		return n, err
	}
	for _, at := range points {
		setting.Delta = min(setting.Delta, at.Delta)
	}
	if kind.NeedsDelta {
		most = optimal.MaxEpsilon
	}
	kept := func(epsilon float64) (n central.Noise, spare float64) {
		setting.Epsilon = epsilon
		n, err := kind.New(setting)
		if err != nil {
			return nil, -1
		}
		spare = math.Inf(1)
		for _, at := range points {
			spare = min(spare, 1-n.Guarantee().Delta(at.Epsilon)/at.Delta)
		}
		return n, spare
	}
	const least, rounding = 1e-3, 1e-12
	if n, spare := kept(most); spare >= -rounding {
		return n, nil
	}
	if _, spare := kept(least); spare < 0 {
		return nil, errors.New("it keeps no ε at which its profile is nowhere above the points")
	}
	low, high := least, most
	for high-low > rounding*high {
		middle := low + (high-low)/2
		if _, spare := kept(middle); spare >= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	n, _ := kept(low)
	return n, nil
}

// Competitors returns all competitors that exist at the question's setting, in the order of their list.
func (q Question) Competitors() []Competitor {
	var list []Competitor
	for _, k := range central.Kinds {
		if c := q.compete(k); !c.Loss.Missing() {
			list = append(list, c)
		}
	}
	return list
}

// Fits reports whether noise of a family is an answer to the question: of whole numbers for
// a count, and of real ones for a real number, but for the staircase at δ = 0, which is the best
// noise itself there.
func (q Question) Fits(k central.Kind) bool {
	return k.Whole == (q.Query == optimal.Count) && !(q.Delta == 0 && k.Name == "staircase")
}

// Ranked returns the fitting competitors by cost, the least first.
func (q Question) Ranked() []Competitor {
	list := slices.DeleteFunc(q.Competitors(), func(c Competitor) bool { return !q.Fits(c.Kind) })
	slices.SortStableFunc(list, func(a, b Competitor) int { return cmp.Compare(a.Loss.Value, b.Loss.Value) })
	return list
}

// Rival holds the cost of a fixed shape's noise along a frontier, at the places where it exists.
type Rival struct {
	central.Kind
	At, Loss []float64
}

// Rivals returns the rivals that exist at two or more places.
func (f Frontier) Rivals() []Rival {
	const places = 60
	var rivals []Rival
	for _, k := range central.Kinds {
		r := Rival{Kind: k}
		for _, at := range grid.Log(f.Low, f.High, places) {
			if c := f.With(at).compete(k); !c.Loss.Missing() {
				r.At, r.Loss = append(r.At, at), append(r.Loss, c.Loss.Value)
			}
		}
		if len(r.At) > 1 {
			rivals = append(rivals, r)
		}
	}
	return rivals
}
