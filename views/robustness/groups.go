package robustness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls by which people are told apart.
var (
	groupText = param.Text{Name: "by", Label: "groups by",
		Help: "What tells people apart: class (as predicted), truth (the true class), or a column of the file; column:class is a column of that name."}

	truthText = param.Text{Name: "truth", Label: "true class in",
		Help: "The column of the file that holds the true class; by default, the only one that can."}
)

// openGroups tells the records looked at apart, where that is asked for.
func (q *crowd) openGroups(ctx context.Context, v param.Values) (err error) {
	q.by, q.truth = v.Word(groupText), v.Word(truthText)
	if q.by == "" && q.over == overGroups {
		q.by = population.ByClass
	}
	if q.by == "" {
		return nil
	}
	if q.sample, q.groups, err = q.sample.Covering(ctx, q.model, q.by, q.truth); err != nil {
		return err
	}
	for k, name := range q.groups.Names {
		if slices.Contains(taken, name) {
			q.groups.Names[k] = "group " + name
		}
	}
	return nil
}

// taken are names of groups of which an answer would be called as another one is:
// mean-proven, reach-target, reach-count, worst-record, worst-group.
var taken = []string{"proven", "target", "record", "count", "group"}

// spoken are the values that the page speaks of: the agreements where there are any,
// else the proven bounds; and how they are known.
func (q crowd) spoken(ctx context.Context) ([]float64, known.Basis, error) {
	exact, err := q.answers.exact.Get(ctx)
	if err != nil || population.Describe(exact).Count > 0 {
		return exact, q.basis, err
	}
	proven, err := q.answers.certified.Get(ctx)
	return proven, known.AtLeast, err
}

// drawsOf is of how many draws a value of the basis is a share; 0: it is computed.
func (q crowd) drawsOf(basis known.Basis) int {
	if basis == known.Estimate {
		return q.draws
	}
	return 0
}

// grouped is how those values are spread in every group.
type grouped struct {
	population.Grouped
	basis known.Basis
}

// describedGroups leaves out intervals, which solving and a run that goes on do not
// need.
func (q crowd) describedGroups(ctx context.Context) (grouped, error) {
	values, basis, err := q.spoken(ctx)
	return grouped{q.groups.Describe(values, q.drawsOf(basis)), basis}, err
}

// summarisedGroups has intervals that hold together at 95 %.
func (q crowd) summarisedGroups(ctx context.Context) (grouped, error) {
	values, basis, err := q.spoken(ctx)
	if err != nil {
		return grouped{}, err
	}
	all, err := q.groups.Summarise(ctx, values, q.drawsOf(basis), confidence, rand.NewPCG(q.seed, 4))
	return grouped{all, basis}, err
}

// say is a number of a group, bounded where bounds alone are known.
func (d grouped) say(group int, v known.Value) known.Value {
	v = d.Say(group, v)
	if d.basis == known.AtLeast && !v.Missing() {
		return bounding(v, d.Settled(group))
	}
	return v
}

// bounding is a number of bounds: a bound itself where they are those of all records,
// else an estimate, of which the lower end is one of an interval's.
func bounding(v known.Value, all bool) known.Value {
	switch {
	case all:
		return v.As(known.AtLeast)
	case v.Confidence > 0:
		v.High = 1
	}
	return v
}

// compared is what two groups' means say of one another, which bounds do not.
func (d grouped) compared(v known.Value) known.Value {
	if d.basis == known.AtLeast {
		return known.Nothing("of bounds alone nobody can tell who fares worse")
	}
	return v
}

// gap is that between the groups' means.
func (d grouped) gap() known.Value { return d.compared(d.Gap()) }

// named is a group by name.
func (d grouped) named(group int) known.Value {
	if group < 0 {
		return known.Nothing("no group has an answer yet")
	}
	name := known.Named(d.Names[group], d.Label(group))
	if !d.AllSettled() { // another may be
		name.Basis = known.Estimate
	}
	return d.compared(name)
}

// groupReadings tell who is served least, and every group's numbers.
var groupReadings = []view.Entry[crowd]{
	servedReading(view.Shown, "least-served", "lowest group", population.Grouped.Least),
	servedReading(view.Folded, "most-served", "highest group", population.Grouped.Most),
	view.Reading[crowd]{Name: "gap", ExactOf: exactAll, Label: "gap between these", Style: numeral.Points, Goal: known.Lower, Coarse: true, When: crowd.inGroups,
		Range: known.Probability,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			d, err := q.answers.groups.Get(ctx)
			return d.gap(), err
		},
		Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
			d, err := q.answers.ofGroups.Get(ctx)
			return d.gap(), err
		},
		Cases: groupCases("The mean of the group that is served most less that of the one that is served least.")},
	groupFamily("mean", "mean", numeral.Nearest, func(_ crowd, d grouped, k int) known.Value { return d.say(k, d.Each[k].Mean) },
		groupCases("The mean of the agreements of the group's records.")),
	groupFamily("p5", "p5", numeral.Nearest, func(_ crowd, d grouped, k int) known.Value { return d.say(k, d.Each[k].Fifth) },
		groupCases("At most one record in twenty of the group fares worse.")),
	groupFamily("worst", "worst", numeral.Down, func(q crowd, d grouped, k int) known.Value { return d.Each[k].Least(d.basis, q.groups.Whole(k)) },
		theseGroupCases("The least agreement of the group's records that are looked at.", "It is the worst")),
	groupFamily("reach", "reach", numeral.Down, func(q crowd, d grouped, k int) known.Value { return d.say(k, d.Each[k].Reach(q.target)) },
		groupCases("The share of the group's records of which the agreement reaches the target.")),
}

// inGroups reports whether people are told apart.
func (q crowd) inGroups() bool { return q.groups != nil }

// servedReading names a group.
func servedReading(level view.Level, name, label string, which func(population.Grouped) int) view.Reading[crowd] {
	return view.Reading[crowd]{Name: name, ExactOf: exactAll, Label: label, Coarse: true, When: crowd.inGroups, Level: level,
		Value: func(ctx context.Context, q crowd) (known.Value, error) {
			d, err := q.answers.groups.Get(ctx)
			return d.named(which(d.Grouped)), err
		},
		Beside: func(ctx context.Context, q crowd, _ known.Value) (string, error) {
			groups := q.answers.ofGroups
			if q.quick {
				groups = q.answers.groups
			}
			d, err := groups.Get(ctx)
			if err != nil {
				return "", err
			}
			return q.served(d, which(d.Grouped)), nil
		},
		Cases: theseGroupCases("By the mean of the agreements of each group's records.", "It is so")}
}

// groupFamily is one number of every group.
func groupFamily(name, label string, round numeral.Rounding, of func(crowd, grouped, int) known.Value,
	cases []view.Case[crowd]) view.Family[crowd] {
	return view.Family[crowd]{Name: name, Of: "group", Label: label + " of a group",
		Members: func(_ context.Context, q crowd) ([]string, error) {
			if q.groups == nil {
				return nil, nil
			}
			return q.groups.Names, nil
		},
		Each: func(group string) view.Reading[crowd] {
			value := func(ctx context.Context, q crowd, d grouped, err error) (known.Value, error) {
				k := q.groups.Find(group)
				if err != nil || k < 0 {
					return known.Nothing(fmt.Sprintf("no record is of group %s", group)), err
				}
				return of(q, d, k), nil
			}
			return view.Reading[crowd]{ExactOf: "all records of the group", Style: numeral.Percent, Round: round, Goal: known.Higher, Coarse: true, When: crowd.inGroups,
				Title: func(q crowd) string { return label + ", " + inFew(q.groups.Label(max(q.groups.Find(group), 0))) },
				Value: func(ctx context.Context, q crowd) (known.Value, error) {
					d, err := q.answers.groups.Get(ctx)
					return value(ctx, q, d, err)
				},
				Late: func(ctx context.Context, q crowd, _ known.Value) (known.Value, error) {
					d, err := q.answers.ofGroups.Get(ctx)
					return value(ctx, q, d, err)
				},
				Beside: func(ctx context.Context, q crowd, _ known.Value) (string, error) {
					if k := q.groups.Find(group); k >= 0 && q.groups.Small(k) {
						return q.groupSize(k), nil
					}
					return "", nil
				},
				Cases: cases, Range: known.Probability}
		}}
}

// inLead is the name of a record in so few letters that a sentence has room for it, without
// parentheses of its own: "line 212, patient_id 339…".
func inLead(name string) string {
	name, id, given := strings.Cut(name, " (")
	if given {
		name += ", " + strings.TrimSuffix(id, ")")
	}
	return cut(name, 24)
}

// cut leaves so many letters of a name.
func cut(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// inFew is a name in so few letters that numbers and intervals have room beside it.
func inFew(name string) string {
	name = strings.Replace(name, "predicted class ", "predicted ", 1)
	return cut(name, 18)
}

// groupSize is how many records of a group are looked at, where few as a warning.
func (q crowd) groupSize(group int) string {
	if group < 0 {
		return ""
	}
	n := q.groups.Count(group)
	if q.groups.Small(group) {
		return "only " + control.Records(n)
	}
	return control.Records(n)
}

// groupCases explain what is said of groups.
func groupCases(formula string) []view.Case[crowd] {
	return []view.Case[crowd]{{
		Formula: formula,
		With:    view.Remark(func(q crowd, _ known.Value) string { return control.Sentences(q.toldApart(), q.aboutPeople()) }),
		Source:  "intervals that hold all together: Bonferroni; Miller 1981, sec. 2.2",
	}}
}

// theseGroupCases explain what is so for the records looked at, without an interval.
func theseGroupCases(formula, what string) []view.Case[crowd] {
	return []view.Case[crowd]{{
		Formula: formula,
		With:    view.Remark(func(q crowd, _ known.Value) string { return control.Sentences(q.toldApart(), q.forTheseAlone(what)) }),
	}}
}

// toldApart lists the groups with their records.
func (q crowd) toldApart() string {
	var list []string
	for k, name := range q.groups.Names {
		list = append(list, name+" with "+control.Records(q.groups.Count(k)))
	}
	return "Told apart by " + q.groups.By + ": " + strings.Join(list, ", ") + "."
}
