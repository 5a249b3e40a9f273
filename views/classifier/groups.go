package classifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls that tell people apart.
var (
	groupText = param.Text{Name: "by", Label: "groups by",
		Help: "What tells people apart: class (as predicted), truth (the true class), or a column of the file; column:class is a column of that name."}

	truthText = param.Text{Name: "truth", Label: "true class in",
		Help: "The column of the file that holds the true class; by default, the only one that can."}
)

// answerable returns groups whose answers all have names of their own; nil for nil.
func answerable(groups *population.Groups) *population.Groups {
	if groups == nil {
		return nil
	}
	named := *groups
	named.Names = slices.Clone(groups.Names)
	for k, name := range named.Names {
		if slices.Contains(taken, name) {
			named.Names[k] = "group " + name
		}
	}
	return &named
}

// taken lists group names whose readings would collide with other readings: mean-proven, reach-target, reach-count,
// worst-record, worst-group.
var taken = []string{"proven", "target", "record", "count", "group"}

// groupReadings declares the group served least, and every group's numbers.
var groupReadings = []view.Entry[populationQuestion]{
	servedReading(view.Shown, "least-served", "lowest group", population.Grouped.Least),
	servedReading(view.Folded, "most-served", "highest group", population.Grouped.Most),
	view.Reading[populationQuestion]{Name: "gap", ExactOf: exactAll, Label: "gap between these", Style: numeral.Points, Goal: known.Lower, Expensive: true,
		When:  populationQuestion.inGroups,
		Range: known.Probability,
		Value: view.Gets(populationQuestion.GroupsDescribed, func(_ populationQuestion, d population.GroupSpread) known.Value {
			return d.Gap()
		}),
		Interval: func(ctx context.Context, q populationQuestion, _ known.Value) (known.Value, error) {
			d, err := q.GroupsSummarised(ctx)
			return d.Gap(), err
		},
		Cases: groupCases("The mean of the group that is served most less that of the one that is served least.")},
	groupFamily("mean", "mean", numeral.Nearest,
		func(_ populationQuestion, d population.GroupSpread, k int) known.Value {
			return d.Say(k, d.Each[k].Mean)
		},
		groupCases("The mean of the agreements of the group's records.")),
	groupFamily("p5", "p5", numeral.Nearest, func(_ populationQuestion, d population.GroupSpread, k int) known.Value {
		return d.Say(k, d.Each[k].Fifth)
	},
		groupCases("At most one record in twenty of the group fares worse.")),
	groupFamily("worst", "worst", numeral.Down, func(q populationQuestion, d population.GroupSpread, k int) known.Value {
		return d.Each[k].Least(d.Basis, q.Groups.Whole(k))
	},
		theseGroupCases("The least agreement of the group's records that are looked at.", "It is the worst")),
	groupFamily("reach", "reach", numeral.Down, func(q populationQuestion, d population.GroupSpread,
		k int) known.Value {
		return d.Say(k, d.Each[k].Reach(q.target))
	},
		groupCases("The share of the group's records of which the agreement reaches the target.")),
}

// inGroups reports whether people are told apart.
func (q populationQuestion) inGroups() bool { return q.Groups != nil }

// servedReading declares a group by its name.
func servedReading(level view.Level, name, label string, which func(population.Grouped) int) view.Reading[populationQuestion] {
	return view.Reading[populationQuestion]{Name: name, ExactOf: exactAll, Label: label, Expensive: true, When: populationQuestion.inGroups, Level: level,
		Value: view.Gets(populationQuestion.GroupsDescribed, func(_ populationQuestion, d population.GroupSpread) known.Value {
			return d.Named(which(d.Grouped))
		}),
		Remark: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
			groups := q.GroupsSummarised
			if q.Quick {
				groups = q.GroupsDescribed
			}
			d, err := groups(ctx)
			if err != nil {
				return "", err
			}
			return q.served(d, which(d.Grouped)), nil
		},
		Cases: theseGroupCases("By the mean of the agreements of each group's records.", "It is so")}
}

// groupFamily declares one number of every group.
func groupFamily(name, label string, round numeral.Rounding, of func(populationQuestion, population.GroupSpread, int) known.Value,
	cases []view.Case[populationQuestion]) view.Family[populationQuestion] {
	return view.Family[populationQuestion]{Name: name, Of: "group", Label: label + " of a group",
		When: func(q populationQuestion) bool { return q.Groups != nil }, Members: view.MembersOf(func(q populationQuestion) []string { return q.Groups.Names }),
		Each: func(group string) view.Reading[populationQuestion] {
			value := func(q populationQuestion, d population.GroupSpread, err error) (known.Value, error) {
				k := q.Groups.Find(group)
				if err != nil || k < 0 {
					return known.Nothing(fmt.Sprintf("no record is of group %s", group)), err
				}
				return of(q, d, k), nil
			}
			return view.Reading[populationQuestion]{ExactOf: "all records of the group", Style: numeral.Percent, Round: round, Goal: known.Higher, Expensive: true,
				When: populationQuestion.inGroups,
				Title: func(q populationQuestion) string {
					return label + ", " + cut(q.Groups.Brief(max(q.Groups.Find(group), 0)), groupBesideNumbers)
				},
				Value: func(ctx context.Context, q populationQuestion) (known.Value, error) {
					d, err := q.GroupsDescribed(ctx)
					return value(q, d, err)
				},
				Interval: func(ctx context.Context, q populationQuestion, _ known.Value) (known.Value, error) {
					d, err := q.GroupsSummarised(ctx)
					return value(q, d, err)
				},
				Remark: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
					if k := q.Groups.Find(group); k >= 0 && q.Groups.Small(k) {
						return q.groupSize(k), nil
					}
					return "", nil
				},
				Cases: cases, Range: known.Probability}
		}}
}

// inLead returns the name of a record, short enough for a sentence and without parentheses of its own: "line 212, patient_id
// 339…".
func inLead(name string) string {
	name, id, given := strings.Cut(name, " (")
	if given {
		name += ", " + strings.TrimSuffix(id, ")")
	}
	return cut(name, 24)
}

// groupBesideNumbers is the length of a group's name that leaves room for a number and its interval.
const groupBesideNumbers = 18

// cut shortens a name to most letters.
func cut(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// groupSize says how many records of a group are looked at, and warns where they are few.
func (q populationQuestion) groupSize(group int) string {
	if group < 0 {
		return ""
	}
	n := q.Groups.Count(group)
	if q.Groups.Small(group) {
		return "only " + control.Records(n)
	}
	return control.Records(n)
}

// groupCases explains answers about groups.
func groupCases(formula string) []view.Case[populationQuestion] {
	return []view.Case[populationQuestion]{{
		Formula: formula,
		With:    view.Says(func(q populationQuestion) string { return control.Sentences(q.toldApart(), q.aboutPeople()) }),
		Source:  "intervals that hold all together: Bonferroni; Miller 1981, sec. 2.2",
	}}
}

// theseGroupCases explains answers that hold for the records looked at, without an interval.
func theseGroupCases(formula, what string) []view.Case[populationQuestion] {
	return []view.Case[populationQuestion]{{
		Formula: formula,
		With:    view.Says(func(q populationQuestion) string { return control.Sentences(q.toldApart(), q.forTheseAlone(what)) }),
	}}
}

// toldApart lists the groups with their records.
func (q populationQuestion) toldApart() string {
	var list []string
	for k, name := range q.Groups.Names {
		list = append(list, name+" with "+control.Records(q.Groups.Count(k)))
	}
	return "Told apart by " + q.Groups.By + ": " + strings.Join(list, ", ") + "."
}
