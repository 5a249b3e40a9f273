package classifier

import (
	"context"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// exactRanking is what a comparison of mechanisms is exact for.
const exactRanking = "all records of the file that can be used and the least budgets that were found"

var adviceReadings = slices.Concat(enoughReadings, attackers[recommend](view.Shown), bestReadings, sharesReadings, fareReadings,
	[]view.Entry[recommend]{
		unranked(needsOf("epsilon", leastWithIt, adviceFor)),
	}, tableReadings[recommend](), []view.Entry[recommend]{rangesOf[recommend]()})

// bestReadings declares the best choice, and the cost of not taking it.
var bestReadings = []view.Entry[recommend]{
	view.Reading[recommend]{Name: "best", ExactOf: exactRanking, Label: "least for these", Expensive: true,
		Value: ofRanking(func(_ recommend, ranked []agreement.Ranked) known.Value {
			return known.Named(ranked[0].Name, title(ranked[0].Name))
		}),
		Remark:  bestBudget,
		Formula: "The mechanism that meets the goal for the records used with the least ε per feature.",
		With: view.Says(func(q recommend) string {
			return control.Sentences("The goal: "+q.kept()+".", q.forTheseAlone("It is the best"))
		})},
	view.Reading[recommend]{Name: "tied", ExactOf: exactRanking, Label: "tied with", Expensive: true,
		Value:   unlessRough(func(_ recommend, ranked []agreement.Ranked) known.Value { return tiedNames(ranked) }),
		Formula: "The mechanisms that need as little, to a millionth."},
	view.Reading[recommend]{Name: "epsilon-total", ExactOf: exactNeed, Label: "ε in total for these", Goal: known.Lower, Round: numeral.Up,
		Expensive: true,
		Range:     known.NotNegative,
		Value: ofRanking(func(q recommend, ranked []agreement.Ranked) known.Value {
			return known.Exactly(ranked[0].Epsilon * float64(len(q.Private))).As(q.basis())
		}),
		Parts: recommend.parts,
		Interval: func(ctx context.Context, q recommend, v known.Value) (known.Value, error) {
			ranked, err := q.Ranked.Get(ctx)
			if err != nil || v.Missing() {
				return v, err
			}
			d := float64(len(q.Private))
			least, err := q.estimated(ctx, ranked[0].Name, v.Map(func(total float64) float64 { return total / d }))
			return least.Map(func(epsilon float64) float64 { return d * epsilon }), err
		},
		DisplayText: recommend.anyTotal,
		Remark: func(ctx context.Context, q recommend, v known.Value) (string, error) {
			if v.Missing() || v.Value <= float64(len(q.Private))*mechanisms.Epsilon.Min {
				return "", nil
			}
			text := numeral.Up.Short(v.Value/float64(len(q.Private))) + " per feature"
			if q.Rough && q.From().Estimates() {
				text += " for these"
			}
			return text, nil
		},
		Formula: "Every private feature is perturbed with the least ε of the best; what one person reveals adds up to d·ε (basic composition), and δ, where the mechanism has one, to d·δ."},
	view.Reading[recommend]{Name: "next-best-costs", ExactOf: exactRanking, Label: "next needs more ε by", Unit: "more", Style: numeral.Relative,
		Goal: known.Lower, Expensive: true,
		Range: known.NotNegative,
		Value: unlessRough(func(q recommend, ranked []agreement.Ranked) known.Value {
			next, found := nextBest(ranked)
			switch {
			case !found:
				return known.Nothing("no other mechanism meets the goal")
			case ranked[0].Any:
				return known.Nothing("the best meets it at any ε")
			case q.From().Estimates() || q.Bounded:
				return known.Approximated(next.Epsilon/ranked[0].Epsilon - 1)
			}
			return known.Exactly(next.Epsilon/ranked[0].Epsilon - 1)
		}),
		Remark: func(ctx context.Context, q recommend, v known.Value) (string, error) {
			ranked, err := q.Ranked.Get(ctx)
			if next, found := nextBest(ranked); err == nil && found {
				return title(next.Name), nil
			}
			return "", err
		},
		Formula: "By how much the least ε of the next mechanism exceeds that of the best; those that are as good are passed over."},
}

// anyTotal is the remark on a total that gives each feature the least possible budget: the end of the range is no answer.
func (q recommend) anyTotal(total known.Value) string {
	if total.Value > float64(len(q.Private))*mechanisms.Epsilon.Min {
		return ""
	}
	return "any ε"
}

// bestBudget writes the ε per feature of the best for the records used.
func bestBudget(ctx context.Context, q recommend, v known.Value) (string, error) {
	ranked, err := q.Ranked.Get(ctx)
	if err != nil || v.Missing() || ranked[0].Any {
		return "", err
	}
	if q.Rough {
		return "ε at most " + numeral.Up.Short(ranked[0].Epsilon), ctx.Err()
	}
	return "ε " + numeral.Up.Short(ranked[0].Epsilon), ctx.Err()
}

// unlessRough makes a Value from the ranking, which merely sufficient budgets do not give.
func unlessRough(of func(recommend, []agreement.Ranked) known.Value) func(context.Context, recommend) (known.Value, error) {
	told := ofRanking(of)
	return func(ctx context.Context, q recommend) (known.Value, error) {
		if q.Rough {
			return known.Value{}, view.ErrLater
		}
		return told(ctx, q)
	}
}

// ofRanking makes a Value from the ranking where there is a best.
func ofRanking(of func(recommend, []agreement.Ranked) known.Value) func(context.Context, recommend) (known.Value, error) {
	return func(ctx context.Context, q recommend) (known.Value, error) {
		ranked, err := q.Ranked.Get(ctx)
		switch {
		case err != nil:
			return known.Value{}, err
		case !ranked[0].Reached() && q.Rough:
			return known.Value{}, view.ErrLater
		case !ranked[0].Reached():
			return q.unmet(ranked), nil
		}
		v := of(q, ranked)
		if v.Word != "" && (q.Rough || q.From().Estimates()) { // for all people another may be best
			v.Basis = known.Estimate
		}
		return v, nil
	}
}

// sharesReadings declares how the best one's budget is shared over the features.
var sharesReadings = []view.Entry[recommend]{
	view.Reading[recommend]{Name: "split-total", Label: "smaller total", Goal: known.Lower, Round: numeral.Up, Expensive: true, When: recommend.several,
		Range: known.NotNegative,
		Value: func(ctx context.Context, q recommend) (known.Value, error) {
			if q.Draws > 0 {
				return noSplit, nil
			}
			s, err := q.Shares.Get(ctx)
			if err != nil || s.Epsilons == nil {
				return q.none(ctx, err)
			}
			return known.OrLess(s.Total).As(q.splitBasis()), nil
		},
		Summands:    func(q recommend) []float64 { s, _ := q.Shares.Peek(); return s.Epsilons },
		DisplayText: recommend.anyTotal,
		Opens: func(ctx context.Context, q recommend, _ known.Value) (string, error) {
			ranked, err := q.Ranked.Get(ctx)
			if err != nil {
				return "", err
			}
			s, err := q.Shares.Get(ctx)
			return q.populationShared(ranked[0].Name, s), err
		},
		Formula: "The least total found for these records when the features' budgets may differ: budget moves from one to another as long as the total falls. Another split may be enough with less.",
		Assumes: "A smaller total is not less risk: what an attacker can tell, and how the worst-off fares, stand beside it."},
	view.Reading[recommend]{Name: "worst-split", ExactOf: theseRecords, Label: "worst, by that split", Style: numeral.Percent,
		Goal: known.Higher, Expensive: true, When: recommend.several,
		Range:   known.Probability,
		Value:   lowestOf(func(q recommend) *work.Once[population.Summary] { return q.Enough.Split }),
		Formula: "The least agreement of the records used where the smaller total is split so.",
		With:    view.Says(func(q recommend) string { return q.forTheseAlone("It is the worst-off") })},
	view.RightGuess(view.Reading[recommend]{Name: "attacker-right-split", Label: "attacker, that split", ExactOf: "the split that was found",
		Expensive: true, When: recommend.several,
		Value: func(ctx context.Context, q recommend) (known.Value, error) {
			a, err := q.Enough.SplitAttacker.Get(ctx)
			return a.Right(), err
		},
		Opens: func(ctx context.Context, q recommend, _ known.Value) (string, error) {
			a, err := q.Enough.SplitAttacker.Get(ctx)
			return control.AttackOnSpending(a.Of), err
		},
		Formula: "How often the best guess which of two people sent the answers is right, where the smaller total is split so.",
		Source:  "the best test of two distributions: Neyman & Pearson 1933",
		Assumes: "Both people are equally likely beforehand. Public features are not protected."}),
	view.Family[recommend]{Name: "split", Of: "feature", Label: "ε of the feature in that split", When: recommend.several,
		Members: view.MembersOf(recommend.features), Each: adviceShare},
}

// noSplit is the answer where a search would follow chance.
var noSplit = known.Nothing("a split is sought where agreements are computed; here they are shares of draws")

// several reports whether there are features to share a budget over.
func (q recommend) several() bool { return len(q.Private) > 1 }

// splitBasis returns the basis of a split's total: it suffices, and less may.
func (q recommend) splitBasis() known.Basis {
	if q.From().Estimates() {
		return known.Estimate
	}
	return known.AtMost
}

// adviceShare declares the share of one feature.
func adviceShare(feature string) view.Reading[recommend] {
	return view.Reading[recommend]{Expensive: true, Round: numeral.Up, Range: known.NotNegative, ExactOf: "the split that was found",
		Title: func(recommend) string { return "ε of " + feature },
		Value: func(ctx context.Context, q recommend) (known.Value, error) {
			if q.Draws > 0 {
				return noSplit, nil
			}
			s, err := q.Shares.Get(ctx)
			k := slices.Index(q.features(), feature)
			if err != nil || s.Epsilons == nil || k < 0 {
				return q.none(ctx, err)
			}
			if q.From().Estimates() {
				return known.Approximated(s.Epsilons[k]), nil
			}
			return known.Exactly(s.Epsilons[k]), nil
		},
		DisplayText: func(_ recommend, v known.Value) string {
			if v.Value > mechanisms.Epsilon.Min {
				return ""
			}
			return "next to none"
		},
		Remark: view.Remark(func(q recommend, v known.Value) string {
			const noise = 0.05 // a budget below which an answer reveals next to nothing
			if v.Missing() || v.Value >= noise {
				return ""
			}
			return "pure noise: why collect it"
		}),
		Formula: "The share of this feature in the split with the least total that was found."}
}

// fareReadings declares how the people fare with the advice.
var fareReadings = []view.Entry[recommend]{
	fareReading(view.Folded, "mean", "average, at the least", "The mean of the agreements", numeral.Nearest,
		func(q recommend, s population.Summary) known.Value { return q.say(s.Mean) },
		recommend.aboutPeople),
	fareReading(view.Folded, "fifth", "5th percentile, there",
		"The 5th percentile of the agreements: at most one record in twenty keeps its prediction less often", numeral.Nearest,
		func(q recommend, s population.Summary) known.Value { return q.say(s.Fifth) }, recommend.aboutPeople),
	fareReading(view.Folded, "worst", "worst record, there", "The least of the agreements", numeral.Nearest,
		func(q recommend, s population.Summary) known.Value { return s.Least(q.agreed(), q.Whole()) },
		func(q recommend) string { return q.forTheseAlone("It is the worst-off") }),
}

// fareReading declares a number of the agreements under the advice; about says for which people it holds.
func fareReading(level view.Level, name, label, formula string, round numeral.Rounding, of func(recommend, population.Summary) known.Value,
	about func(recommend) string) view.Reading[recommend] {
	return view.Reading[recommend]{Name: name, ExactOf: exactAll + ", with the best mechanism and the budget shown", Label: label,
		Style: numeral.Percent, Round: round, Goal: known.Higher, Expensive: true,
		Range: known.Probability, Level: level,
		Value: func(ctx context.Context, q recommend) (known.Value, error) {
			s, err := q.Then.Get(ctx)
			if err != nil || s.Count == 0 {
				return q.none(ctx, err)
			}
			return of(q, s), nil
		},
		Opens: func(ctx context.Context, q recommend, _ known.Value) (string, error) {
			ranked, err := q.Ranked.Get(ctx)
			if err != nil {
				return "", err
			}
			return q.faring(ranked[0].Name, ranked[0].RequiredBudget.Known(known.Exact)), nil
		},
		Formula: formula + " of the records looked at, with the best mechanism and the ε that it needs.",
		With:    view.Says(func(q recommend) string { return about(q) })}
}

// agreed returns the basis of one record's agreement.
func (q recommend) agreed() known.Basis {
	switch {
	case q.Draws > 0:
		return known.Estimate
	case q.Bounded:
		return known.AtLeast
	}
	return known.Exact
}

// say returns a number of the records looked at: as computed where they are all.
func (q recommend) say(v known.Value) known.Value {
	if q.Whole() {
		return population.Settled(v, q.agreed())
	}
	return v
}

func tiedNames(ranked []agreement.Ranked) known.Value {
	var names []string
	for _, r := range ranked[1:] {
		if r.Ties(ranked[0]) {
			names = append(names, r.Name)
		}
	}
	return mechanismsOf(names)
}

// nextBest returns the first in the ranking that needs more than the best.
func nextBest(ranked []agreement.Ranked) (agreement.Ranked, bool) {
	for i, r := range ranked {
		if i > 0 && r.Reached() && !r.Ties(ranked[0]) {
			return r, true
		}
	}
	return agreement.Ranked{}, false
}

// unmet returns the answer where no mechanism is best: none keeps the promise, or that is unknown.
func (q recommend) unmet(ranked []agreement.Ranked) known.Value {
	for _, r := range ranked {
		if r.Err != nil {
			return known.Refused(r.Err.Error())
		}
	}
	return known.Nothing("no mechanism meets it at any ε up to " + numeral.Short(mechanisms.Epsilon.Max))
}

// none returns the answer about the best where there is none, or the error met before.
func (q recommend) none(ctx context.Context, err error) (known.Value, error) {
	if err != nil {
		return known.Value{}, err
	}
	ranked, err := q.Ranked.Get(ctx)
	return q.unmet(ranked), err
}

// leastCases explains the least budget of a mechanism, by the people it is the least for.
func leastCases(source string) []view.Case[recommend] {
	c := view.Case[recommend]{
		If: wholeTable, When: view.Whenever(func(q recommend) bool { return !q.From().Estimates() }),
		Formula:  "The least ε per feature at which the goal is met, rounded up.",
		With:     view.Says(func(q recommend) string { return control.Sentences("The goal: "+q.kept()+".", q.aboutPeople()) }),
		SourceOf: func(recommend) string { return source },
	}
	seen := c
	seen.If, seen.When = "some records speak for others", view.Whenever(func(q recommend) bool { return q.From().Estimates() })
	seen.Formula = "The least ε per feature at which the goal was met for the records used, rounded up. For all of whom they speak the least lies in the interval, " +
		"where shares rise with ε: below it the level's own interval misses the target, and above it reaches it."
	return []view.Case[recommend]{seen, c}
}

// adviceFor declares the least budget per feature of one mechanism.
func adviceFor(name string) view.Reading[recommend] {
	kind, _ := mechanisms.All.Find(name)
	return view.Reading[recommend]{
		Remark: func(ctx context.Context, q recommend, v known.Value) (string, error) {
			need, err := q.Needs[name].Get(ctx)
			switch {
			case v.Missing() || err != nil:
				return "", ctx.Err()
			case need.Any || !q.several():
				return madeBy(name), nil
			}
			return besideMadeBy(numeral.Up.Sum(float64(len(q.Private))*need.Epsilon, len(q.Private))+" in total", name), nil
		},
		Interval: func(ctx context.Context, q recommend, v known.Value) (known.Value, error) {
			return q.estimated(ctx, name, v)
		},
		Opens: view.Remark(func(q recommend, v known.Value) string { return q.faring(name, v) }),
		Cases: leastCases(kind.Source)}
}

// unranked returns a family without places: members that cannot be told apart have none.
func unranked(f view.Family[recommend]) view.Family[recommend] {
	f.Places = false
	return f
}
