package robustness

import (
	"cmp"
	"context"
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
)

// noticeable is by how much, at least, a group's mean is below that of all where the
// latter is said to hide it.
const noticeable = 0.05

// hiddenGroup says which group the mean of all hides: of those that people are told
// apart by, else of the classes, predicted and true. Empty where it hides none.
func (q crowd) hiddenGroup(ctx context.Context, all told) (string, error) {
	if q.underWay {
		return "", nil
	}
	if q.groups != nil {
		d, err := q.answers.ofGroups.Get(ctx)
		if err != nil || d.basis == known.AtLeast {
			return "", err
		}
		return q.apart(d, all), nil
	}
	for _, by := range []string{population.ByTruth, population.ByClass} {
		groups, err := q.sample.OpenGroups(ctx, q.model, by, q.truth)
		if err != nil { // nobody asked for them
			continue
		}
		q.groups = groups
		if d, err := q.describedGroups(ctx); err != nil || q.apart(d, all) == "" { // intervals would take long
			continue
		}
		d, err := q.summarisedGroups(ctx)
		if err != nil || d.basis == known.AtLeast {
			return "", err
		}
		if text := q.apart(d, all); text != "" {
			return text, nil
		}
	}
	return "", nil
}

// apart names a group that the mean hides, and how it fares.
func (q crowd) apart(d grouped, all told) string {
	least := d.Least()
	if least < 0 || d.Each[least].Mean.High > all.Mean.Value-noticeable {
		return ""
	}
	about := ""
	if !d.Settled(least) {
		about = "about "
	}
	return fmt.Sprintf("%s (%s), which keeps it %s%s", q.groups.Label(least), q.groupSize(least), about, numeral.Chance(d.Each[least].Mean.Value))
}

// hidden says what the mean does not tell, rounding as the answers do.
func (q crowd) hidden(ctx context.Context, t told) (string, error) {
	worst, name, least, mean, center := "of all", "", "", numeral.Nearest, ""
	if !q.whole() {
		center = "about "
		worst = "of the " + numeral.Count(float64(t.Count+t.Added))
	}
	if q.sample.Lines != nil {
		name = q.sample.FullNameOf(t.WorstAt)
		worst += ", " + name
	}
	switch t.basis {
	case known.AtLeast:
		least, mean = "at least ", numeral.Down
	case known.Estimate:
		least = "about "
	}
	center = cmp.Or(center, least)
	if t.Count == 1 {
		if name == "" {
			name = "the made-up record"
		}
		return fmt.Sprintf("The only one, %s, keeps its class %s%s of the time.", name, least, mean.Chance(t.Mean.Value)), nil
	}
	text := fmt.Sprintf("The mean record keeps its class %s%s of the time", center, mean.Chance(t.Mean.Value))
	lowest := least + numeral.Down.Chance(t.Worst)
	group, err := q.hiddenGroup(ctx, t)
	if group != "" {
		return fmt.Sprintf("%s; that hides %s. Worst %s: %s.", text, group, worst, lowest), err
	}
	return fmt.Sprintf("%s, the worst %s, %s: a mean hides the people whom noise fails.", text, worst, lowest), err
}
