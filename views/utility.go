package views

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

const utilitySource = "Quantifying Classifier Utility under LDP, sections 4 and 5, made sound: boxes are proven, and the mechanism's own law is integrated over them"

var utility = figureView{
	Name:     "utility",
	Group:    view.Classifier,
	Title:    "How often one prediction survives",
	Question: "Does my prediction survive the noise?",
	About: "The private features of one record are perturbed before the classifier sees them. The agreement is the probability that the class stays as it is: " +
		"computed exactly where it can be, bounded from below by the mass of a box on which the class is proven constant, and estimated by draws. " +
		"The paper's own figure stands beside them; it is none of the three.",
	Source: utilitySource,
	Form: param.Form{
		Choices: []param.Choice{mechanisms.All, sampling, clamping},
		Texts:   []param.Text{classifierText, recordText, privateText},
		Params:  []param.Param{target, indicator, draws, seed},
	},
	Figure: utilityFigure, Readings: utilityReadings, Answer: utilityAnswer,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "A forest on the stroke columns; age and bmi are private", Query: "mechanism=pm&classifier=stroke-forest&epsilon=4&target=0.9"},
		{Name: "stroke-logistic", Title: "A logistic regression on the same record", Query: "mechanism=pm&classifier=stroke-logistic&epsilon=4&target=0.9"},
		{Name: "circle", Title: "The paper's quadratic discriminant, a circle", Query: "mechanism=pm&classifier=circle-qda&epsilon=4&target=0.9"},
		{Name: "network", Title: "A network trained on the circle", Query: "mechanism=sw&classifier=circle-network&epsilon=6&target=0.9"},
		{Name: "interval", Title: "The interval [0.2, 0.8] of the paper's section 3", Query: "mechanism=laplace&classifier=interval&epsilon=5.2&target=0.8"},
		{Name: "indicator", Title: "The indicator with δ = 0.1 sends the raw record of every tenth person", Query: "mechanism=pm&classifier=stroke-forest&epsilon=4&indicator=0.1&target=0.9"},
	},
}

// utilityQuestion is what the controls of the view ask.
type utilityQuestion struct {
	*subject
	kind      param.Kind[mechanisms.Mechanism]
	mechanism mechanisms.Mechanism
	maker     mechanisms.Maker
	epsilon   float64
	target    float64
	indicator float64
	sampled   bool
	draws     int
	seed      uint64
	setting   string // of everything that defines the mechanism
}

func readUtilityQuestion(ctx context.Context, v param.Values) (utilityQuestion, error) {
	q := utilityQuestion{
		epsilon: v.Get(mechanisms.Epsilon), target: v.Get(target), indicator: v.Get(indicator),
		draws: int(v.Get(draws)), seed: uint64(v.Get(seed)),
	}
	var err error
	if q.subject, err = readSubject(ctx, v); err != nil {
		return q, err
	}
	if q.sampled, err = sampling.New(v); err != nil {
		return q, err
	}
	if q.kind, q.mechanism, q.maker, err = pick(v); err != nil {
		return q, err
	}
	q.setting = settingOf(q.kind, v)
	return q, nil
}

// rng draws for one budget, always the same for the same seed.
func (q utilityQuestion) rng(epsilon float64) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %x", q.kind.Name, math.Float64bits(epsilon))
	return rand.New(rand.NewPCG(q.seed, h.Sum64()))
}

func utilityReadings(ctx context.Context, v param.Values) ([]engine.Reading, error) {
	q, err := readUtilityQuestion(ctx, v)
	if err != nil {
		return nil, err
	}
	return q.readings(ctx)
}

// utilityAnswer computes one reading, for solving.
func utilityAnswer(ctx context.Context, v param.Values, key string) (float64, error) {
	q, err := readUtilityQuestion(ctx, v)
	if err != nil {
		return 0, err
	}
	laws := q.region.Laws(q.mechanism)
	var r engine.Reading
	switch key {
	case "agreement-exact":
		r, err = q.exact(ctx, laws)
	case "box-mass":
		var box agreement.Certified
		box, err = q.largestBox(ctx)
		r.Value = box.Mass
	default:
		readings, err := q.readings(ctx)
		if i := slices.IndexFunc(readings, func(r engine.Reading) bool { return r.Key() == key }); err == nil && i >= 0 {
			return readings[i].Value, nil
		}
		return math.NaN(), err
	}
	return r.Value, err
}

// readings are the answers at one setting, the most important first.
func (q utilityQuestion) readings(ctx context.Context) ([]engine.Reading, error) {
	laws := q.region.Laws(q.mechanism)
	exact, err := q.exact(ctx, laws)
	if err != nil {
		return nil, err
	}
	box, boxErr := q.largestBox(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	readings := []engine.Reading{exact, q.boxMass(box, boxErr)}
	if q.sampled {
		estimate, err := q.estimate(ctx, laws)
		if err != nil {
			return nil, err
		}
		readings = append(readings, estimate)
	}
	paper, err := q.asInThePaper(ctx)
	if err != nil {
		return nil, err
	}
	readings = append(readings, paper)
	needs, err := q.needs(ctx)
	if err != nil {
		return nil, err
	}
	readings = append(readings, needs...)
	readings = append(readings, q.total(q.epsilon))
	if q.indicator > 0 {
		readings = append(readings, q.withIndicator(exact, readings[1])...)
	}
	geometry, err := q.geometry(ctx, box, boxErr)
	return append(readings, geometry...), err
}

// exact is the agreement computed without sampling.
func (q utilityQuestion) exact(ctx context.Context, laws []mechanisms.Law) (engine.Reading, error) {
	r := engine.Reading{Name: "agreement-exact", Label: "class stays, exactly", Symbol: "Pr[h(M(x)) = h(x)]", Value: math.NaN(), Style: numeral.Percent, Goal: known.Higher}
	r.Why = fmt.Sprintf("Pr[h(M(x)) = h(x)] with %s noise of ε = %s on each of %s, no draws: the law of every private answer, integrated over the region of the class %s. %s "+
		"Agreement is about the class predicted, not about the truth.", q.kind.Title, numeral.Short(q.epsilon), q.features(), q.className(q.region.Class), q.lawWords())
	e, err := q.region.Exact(ctx, laws)
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case err != nil:
		r.Missing = err.Error()
	case e.Grid > 0:
		r.Value, r.Basis = e.Low, known.AtLeast
		r.Beside = "≤ " + numeral.Up.Chance(e.High)
		r.Why += fmt.Sprintf(" With %d private features the laws are convolved on a grid of %d steps, rounded both ways: the truth lies between %s and %s.",
			len(q.names), e.Grid, numeral.Down.Chance(e.Low), numeral.Up.Chance(e.High))
	default:
		r.Value = e.Value
		if q.region.RoundsInputs() {
			r.Low, r.High = e.Low, e.High
			r.Why += fmt.Sprintf(" %s it lies between %s and %s.", readingsOfThresholds, engine.Digits(e.Low), engine.Digits(e.High))
		}
	}
	return r, nil
}

// readingsOfThresholds begins the sentence about what trees do to their inputs.
const readingsOfThresholds = "Thresholds are taken as the real numbers in the file, while inputs are rounded to float32 first when predicting; whichever way,"

// promise adds to a proven reading what holds however thresholds are read.
func (q utilityQuestion) promise(r *engine.Reading, safe float64) {
	if !q.region.RoundsInputs() {
		return
	}
	r.Low, r.High = safe, r.Value
	if written := r.Style.Rounded(safe, numeral.Down); written != r.Style.Rounded(r.Value, numeral.Down) {
		r.Beside = "safe " + written
	}
	if math.IsInf(safe, 1) {
		r.Why += " The class is the same everywhere."
		return
	}
	r.Why += fmt.Sprintf(" %s it is at least %s.", readingsOfThresholds, engine.Digits(safe))
}

func (q utilityQuestion) lawWords() string {
	if len(q.names) > 1 {
		return "Each feature: " + lawInWords(q.kind, q.mechanism, q.region.Record[q.region.Private[0]])
	}
	return lawInWords(q.kind, q.mechanism, q.region.Record[q.region.Private[0]])
}

// boxMass is the certified bound.
func (q utilityQuestion) boxMass(box agreement.Certified, err error) engine.Reading {
	r := engine.Reading{Name: "box-mass", Label: "class stays, proven", Symbol: "ρ(box)", Value: math.NaN(), Style: numeral.Percent, Basis: known.AtLeast, Goal: known.Higher}
	if err != nil {
		r.Missing = err.Error()
		r.Why = "No box on which the class is constant could be proven for this kind of classifier."
		return r
	}
	r.Value = box.Mass
	var sides []string
	for k, side := range box.Sides {
		low, high := side.Ends()
		sides = append(sides, fmt.Sprintf("%s in [%s, %s]", q.names[k], numeral.Short(low), numeral.Short(high)))
	}
	r.Why = fmt.Sprintf("The class is proven constant on the box %s, and the private answers all fall into it with probability %s: the product of the masses of its sides, "+
		"since features are perturbed independently. It bounds the agreement from below at every ε, not only at this one.", strings.Join(sides, ", "), numeral.Down.Chance(box.Mass))
	if box.Upper > box.Mass {
		r.Why += fmt.Sprintf(" No robust box within [0, 1] has more than %s.", numeral.Up.Chance(box.Upper))
	} else {
		r.Why += " No robust box within [0, 1] has more."
	}
	q.promise(&r, box.Safe)
	return r
}

// estimate is the share of draws that keep the class.
func (q utilityQuestion) estimate(ctx context.Context, laws []mechanisms.Law) (engine.Reading, error) {
	e, err := q.region.Estimate(ctx, laws, q.draws, 0.95, q.rng(q.epsilon))
	if err != nil {
		return engine.Reading{}, err
	}
	return engine.Reading{Name: "agreement-estimate", Label: "class stays, estimated", Symbol: "p̂", Value: e.Value, Low: e.Low, High: e.High,
		Basis: known.Estimate, Style: numeral.Percent, Goal: known.Higher,
		Why: fmt.Sprintf("%d of %d draws kept the class (seed %d). The interval is Clopper and Pearson's at 95 %%: it misses the truth in at most 5 %% of cases. Source: Clopper & Pearson 1934.",
			e.Kept, e.Draws, q.seed)}, nil
}

// asInThePaper is the figure that the paper's procedure prints.
func (q utilityQuestion) asInThePaper(ctx context.Context) (engine.Reading, error) {
	r := engine.Reading{Name: "agreement-paper", Label: "as in the paper", Symbol: "ρ(1-ω)(1-τ)", Value: math.NaN(), Basis: known.AsPrinted, Style: numeral.Percent}
	search, err := q.paperBox(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Missing, r.Why = err.Error(), "The paper's procedure needs an example to start from."
		return r, nil
	}
	value, err := agreement.Printed(q.mechanism, q.values(), search.Sides, paperOmega, q.paperTau())
	if err != nil {
		r.Missing, r.Why = err.Error(), "The paper has no such mechanism."
		return r, nil
	}
	r.Value, r.Beside = value, "not a bound"
	r.Why = fmt.Sprintf("mass of the box that the paper's sampled search finds, times (1-ω)(1-τ) with ω = %g and τ = %g. It is NOT a bound: the mechanism is not uniform in the box, "+
		"ω is a confidence and not a share, and the search reuses its draws. %s Source: the paper, sections 4.2 and 5.1, with its authors' table of masses.", paperOmega, q.paperTau(), q.paperVerdict(ctx, search))
	return r, nil
}

// values are the private values of the record.
func (q utilityQuestion) values() []float64 {
	var x []float64
	for _, i := range q.region.Private {
		x = append(x, q.region.Record[i])
	}
	return x
}

// needs are the least budgets for the target, proven and exact.
func (q utilityQuestion) needs(ctx context.Context) ([]engine.Reading, error) {
	proven := engine.Reading{Name: "epsilon-required", Label: "ε for " + target.Text(q.target) + ", proven", Symbol: "ε*", Value: math.NaN(), Basis: known.AtMost, Goal: known.Lower,
		Why: fmt.Sprintf("The least ε per feature at which the mass of the largest proven box reaches %s, rounded up; the true need is no more.", target.Text(q.target))}
	exact := engine.Reading{Name: "epsilon-required-exact", Label: "ε for " + target.Text(q.target) + ", exactly", Symbol: "ε*", Value: math.NaN(), Round: numeral.Up, Goal: known.Lower,
		Why: fmt.Sprintf("The least ε per feature found at which the exact agreement reaches %s, rounded up. Agreement need not rise with ε everywhere.", target.Text(q.target))}
	if q.region.OnLattice() {
		exact.Basis = known.AtMost
		exact.Why += " The agreement is known as an interval, whose lower end reaches it; the true need may be less."
	}
	need, err := q.region.NeedForBox(ctx, q.maker, q.target, agreement.UnitInterval)
	fillNeed(&proven, need, err, len(q.names))
	if ctx.Err() == nil {
		need, err = q.region.NeedForExact(ctx, q.maker, q.target)
		fillNeed(&exact, need, err, len(q.names))
	}
	return []engine.Reading{proven, exact}, ctx.Err()
}

func fillNeed(r *engine.Reading, need agreement.Need, err error, features int) {
	switch {
	case err != nil:
		r.Missing = err.Error()
	case !need.Reached():
		r.Missing = "no ε reaches it"
	case need.Any:
		r.Value, r.Basis, r.Beside = need.Epsilon, known.AtMost, anyBudget
	case need.Missed == 0:
		r.Value, r.Basis, r.Beside = need.Epsilon, known.AtMost, "the least of all"
	default:
		r.Value = need.Epsilon
		if features > 1 {
			r.Beside = numeral.Up.Short(float64(features)*need.Epsilon) + " in total"
		}
	}
}

// withIndicator is what the indicator makes of the agreement, and its price.
func (q utilityQuestion) withIndicator(exact, box engine.Reading) []engine.Reading {
	base, basis := exact.Value, exact.Basis
	if math.IsNaN(base) {
		base, basis = box.Value, known.AtLeast
		if q.region.RoundsInputs() {
			base = box.Low
		}
	}
	r := engine.Reading{Name: "agreement-with-indicator", Label: "with the indicator", Symbol: "δ + (1-δ)ρ", Value: agreement.WithIndicator(base, q.indicator), Basis: basis,
		Style: numeral.Percent, Goal: known.Higher,
		Why: fmt.Sprintf("With probability δ = %s the record is sent as it is: δ + (1-δ)·ρ. Such a release is (ε, δ)-LDP in the standard sense, with one indicator for all %d features "+
			"(separate ones would fail with probability 1-(1-δ)^%d = %s). The paper calls it (ε, δ)-PAC, which is false for discrete mechanisms.",
			numeral.Short(q.indicator), len(q.names), len(q.names), numeral.Short(agreement.ComposedDelta(q.indicator, len(q.names))))}
	if math.IsNaN(base) {
		r.Missing = "there is no agreement to start from"
	}
	return []engine.Reading{r, {Name: "exposed", Label: "sent raw", Symbol: "δ", Value: q.indicator, Style: numeral.Percent, Goal: known.Lower,
		Why: fmt.Sprintf("%s of all people are exposed entirely: δ·n of n. Keep δ far below 1/n.", numeral.Chance(q.indicator))}}
}

// geometry is where the class is constant.
func (q utilityQuestion) geometry(ctx context.Context, box agreement.Certified, boxErr error) ([]engine.Reading, error) {
	radius, err := q.radius(ctx, "radius", "radius in [0, 1]", agreement.UnitInterval)
	if err != nil {
		return nil, err
	}
	unbounded, err := q.radius(ctx, "radius-unbounded", "radius, no limit", agreement.Everywhere)
	if err != nil {
		return nil, err
	}
	readings := []engine.Reading{radius, unbounded}
	for k, name := range q.names {
		for _, end := range []string{"low", "high"} {
			r := engine.Reading{Name: "box-" + end + "-" + name, Label: name + map[string]string{"low": " from", "high": " to"}[end], Value: math.NaN(),
				Why: "An end of the proven box, in the scale of the classifier."}
			if boxErr != nil {
				r.Missing = boxErr.Error()
			} else {
				low, high := box.Sides[k].Ends()
				r.Value = map[string]float64{"low": low, "high": high}[end]
				if math.IsInf(r.Value, 0) {
					r.Value = math.Copysign(math.Inf(1), r.Value)
				} else {
					r.Beside = q.raw(q.region.Private[k], r.Value)
				}
			}
			readings = append(readings, r)
		}
	}
	return append(readings, engine.Reading{Name: "class", Label: "class", Word: q.className(q.region.Class),
		Why: "The class that the classifier gives this record; agreement is about this class, right or wrong."}), nil
}

func (q utilityQuestion) radius(ctx context.Context, name, label string, limits proof.Side) (engine.Reading, error) {
	r := engine.Reading{Name: name, Label: label, Symbol: "θ", Value: math.NaN(), Basis: known.AtLeast, Round: numeral.Down}
	radius, err := q.region.Radius(ctx, limits)
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case err != nil:
		r.Missing, r.Why = err.Error(), "No radius could be proven for this kind of classifier."
		return r, nil
	}
	r.Value = radius.Value
	if radius.Gap() <= 1e-9*max(1, radius.Value) {
		r.Basis = known.Exact
	}
	r.Why = fmt.Sprintf("The class is proven constant when all private values move by at most this much at once (the ball of the largest norm)%s.",
		map[bool]string{true: ", inside [0, 1]", false: ", wherever they go"}[name == "radius"])
	if radius.Counterexample != nil {
		var at []string
		for k, i := range q.region.Private {
			at = append(at, fmt.Sprintf("%s = %s", q.names[k], numeral.Short(radius.Counterexample[i])))
		}
		r.Why += fmt.Sprintf(" At %s, which is %s away, the class is another.", strings.Join(at, ", "), numeral.Short(radius.Upper))
	}
	q.promise(&r, radius.Safe)
	return r, nil
}

// utilityFigure draws agreement against ε: coarse first, then finer, so that
// there is soon something to see. With many private features what can be drawn
// comes first, since proofs take long.
func utilityFigure(ctx context.Context, v param.Values) (engine.Figure, error) {
	q, err := readUtilityQuestion(ctx, v)
	if err != nil {
		return engine.Figure{}, err
	}
	curves := newUtilityCurves(q)
	f := engine.Figure{
		X:      engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Log: true, Low: leastDrawn, High: mostDrawn},
		Y:      engine.Axis{Name: "agreement", Label: "share of answers that keep the class", Style: numeral.Percent, High: 1},
		Series: "basis_of_curve", Seed: q.seed,
		Settings: []engine.Setting{{Name: "mechanism", Word: q.kind.Name}, {Name: "classifier", Word: q.word}, {Name: "record", Word: q.record.ID}},
		Notes:    q.subject.notes(),
	}
	if q.many() && q.sampled {
		if err := curves.sketch(ctx, &f, v); err != nil {
			return f, err
		}
	}
	for stage, count := range []int{9, 17, 33} {
		if err := curves.refine(ctx, grid.Log(leastDrawn, mostDrawn, count)); err != nil {
			return f, err
		}
		f.Marks = curves.marks(v)
		if stage == 0 {
			if f.Readings, err = q.readings(ctx); err != nil {
				return f, err
			}
			f.Notes = append(f.Notes, q.note(f.Readings))
		}
		f.Progress = []float64{0.3, 0.6, 0}[stage]
		if f.Progress > 0 {
			engine.Report(ctx, f)
		}
	}
	return f, nil
}

// many reports whether there are more private features than maps can hold.
func (q utilityQuestion) many() bool { return len(q.names) > 2 }

// note says in one sentence what the numbers mean.
func (q utilityQuestion) note(readings []engine.Reading) engine.Note {
	if q.indicator > agreement.ManyExposed {
		return engine.Note{Warning: true, Text: fmt.Sprintf("The indicator sends the raw record of %s of all people. Keep δ far below 1/n.", numeral.Chance(q.indicator))}
	}
	exact, proven, need := readings[0], readings[1], readings[slices.IndexFunc(readings, func(r engine.Reading) bool { return r.Name == "epsilon-required" })]
	text := fmt.Sprintf("With ε = %s on each of %s, %s in all,", mechanisms.Epsilon.Text(q.epsilon), q.features(), numeral.Short(q.epsilon*float64(len(q.names))))
	switch {
	case !math.IsNaN(exact.Value):
		text += fmt.Sprintf(" %s%s of the answers keep the class %s.", map[bool]string{true: "at least "}[exact.Basis == known.AtLeast], exact.Written(), q.className(q.region.Class))
	case !math.IsNaN(proven.Value):
		text += fmt.Sprintf(" at least %s of the answers keep the class %s.", proven.Written(), q.className(q.region.Class))
	default:
		text += " nothing can be proven about this classifier; the estimate is what there is."
	}
	switch {
	case need.Beside == anyBudget:
		text += fmt.Sprintf(" For %s, proven, any ε does.", target.Text(q.target))
	case !math.IsNaN(need.Value):
		text += fmt.Sprintf(" For %s, proven, take ε = %s each.", target.Text(q.target), need.Written())
	}
	return engine.Note{Text: text}
}
