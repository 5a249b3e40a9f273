package classifier

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawForTable draws the ranking of the mechanisms that have been asked so far.
func drawForTable(ctx context.Context, q recommend, answer view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	if q.Rough {
		return q.drawRough(ctx)
	}
	ranked, err := q.watched(ctx, answer, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	f, err := q.settledFigure(ctx, ranked)
	if err != nil {
		return engine.Sheet{}, err
	}
	worst, err := q.worstNote(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	c, err := q.Enough.Choice.Get(ctx)
	return engine.Sheet{Figure: f, Notes: slices.Concat(q.notes(), readyMade(c.First.Name, ranked), worst)}, err
}

// worstNote says how often the worst-off of the records keeps its prediction with the sufficient choice for all.
func (q recommend) worstNote(ctx context.Context) ([]engine.Note, error) {
	worst, err := worstAtEnough(ctx, q)
	if err != nil || worst.Missing() {
		return nil, err
	}
	return []engine.Note{{Text: "At this ε the worst of these records keeps its prediction " +
		worst.Written(numeral.Percent, numeral.Nearest) + " of the time."}}, nil
}

// drawRough draws the budgets that are known to suffice.
func (q recommend) drawRough(ctx context.Context) (engine.Sheet, error) {
	ranked, err := q.Ranked.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	return engine.Sheet{Figure: q.figure(ranked, nil), Notes: q.notes()}, nil
}

// notes returns doubts about the scale, and what is unknown about the people.
func (q recommend) notes() []engine.Note {
	notes := q.doubts()
	if text := q.unseen(); text != "" {
		notes = append(notes, engine.Note{Text: text, Warning: true})
	}
	if q.several() && q.Draws > 0 {
		notes = append(notes, engine.Note{Text: "Every feature gets as much: " + noSplit.None + "."})
	}
	return notes
}

// watched ranks the mechanisms, encloses the need of all people and shares out the total of the best, and shows the known part
// on the way.
func (q recommend) watched(ctx context.Context, answer view.Readings, show func(engine.Sheet)) ([]agreement.Ranked, error) {
	var complete, chosen atomic.Bool
	part := func() {
		ranked, progress := q.Search.SoFar()
		for _, r := range ranked { // known already: the page tells them
			answer("epsilon", r.Name)
		}
		if complete.Load() {
			for _, r := range bestReadings {
				answer(r.Declare().Name)
			}
		}
		if chosen.Load() {
			for _, r := range enoughReadings {
				answer(r.Declare().Name)
			}
		}
		show(engine.Sheet{Figure: q.figure(inMenuOrder(ranked), nil), Notes: q.notes(), Progress: progress})
	}
	part()
	news, stop := work.Throttle(part)
	q.Search.Telling(news)
	ranked, err := q.Ranked.Get(ctx)
	if err == nil {
		q.Leave(ctx)
		q.Search.Known(ranked, work.Progress{})
		complete.Store(true)
		err = q.Every(ctx)
	}
	if err == nil {
		q.Leave(ctx)
	}
	if err == nil {
		_, err = q.Enough.Choice.Get(ctx)
		chosen.Store(err == nil)
	}
	if err == nil && q.several() {
		_, err = q.Shares.Get(ctx)
	}
	q.Search.Telling(nil)
	stop()
	return ranked, err
}

// span is an interval of budgets that holds the need of all people, with the sufficient budget.
type span struct {
	low, high float64
	enough    population.Enough
}

// certain reports whether some budget suffices.
func (s span) certain() bool { return !math.IsInf(s.enough.Epsilon, 1) }

// settledFigure draws the sufficient budgets of all mechanisms.
func (q recommend) settledFigure(ctx context.Context, ranked []agreement.Ranked) (engine.Figure, error) {
	ends := map[string]span{}
	for _, r := range ranked {
		if !q.From().Estimates() || !r.Reached() {
			continue
		}
		e, err := q.Suffices(ctx, r)
		if err != nil {
			return engine.Figure{}, err
		}
		all := span{r.Epsilon, r.Epsilon, e}
		if !r.Any {
			within, err := q.Within[r.Name].Get(ctx)
			if _, err := agreement.OrRefused(ctx, known.Value{}, err); err != nil {
				return engine.Figure{}, err
			}
			if err == nil {
				all.low, all.high = min(within.Low, r.Epsilon), max(within.High, r.Epsilon)
			}
		}
		ends[r.Name] = all
	}
	c, err := q.Enough.Choice.Get(ctx)
	if err != nil {
		return engine.Figure{}, err
	}
	ranked = byEnough(ranked, ends)
	f := q.figure(ranked, ends)
	if first := c.First; first.Name != "" && !first.Any && q.From().Estimates() {
		row := slices.IndexFunc(inBlocks(ranked), func(line blockLine) bool { return line.Name == first.Name })
		f.Marks = append(f.Marks, engine.Points{Name: "enough", Title: "advised", Basis: known.ConfidentAtMost, Here: true,
			X: []float64{first.Epsilon}, Y: []float64{float64(row)}})
	}
	return f, nil
}

// byEnough orders the mechanisms by sufficient budgets, as their lines print those: the needs of these people may be ordered
// otherwise.
func byEnough(ranked []agreement.Ranked, ends map[string]span) []agreement.Ranked {
	enough := func(r agreement.Ranked) float64 {
		if e, known := ends[r.Name]; known {
			return e.enough.Epsilon
		}
		return math.Inf(1)
	}
	return slices.SortedStableFunc(slices.Values(ranked), func(a, b agreement.Ranked) int { return cmp.Compare(enough(a), enough(b)) })
}

// figure draws a line for each known mechanism, with its need for these records, or where ends are known, with its sufficient
// budget: a block for each guarantee, as these do not compare.
func (q recommend) figure(ranked []agreement.Ranked, ends map[string]span) engine.Figure {
	f := engine.Figure{
		Title:    "least ε per feature for " + control.Target.Text(q.Goal.Target),
		X:        engine.Axis{Name: "epsilon", Label: "ε per feature", Log: true},
		Y:        engine.Axis{Name: "mechanism"},
		Settings: q.given(), Members: mechanisms.All.Names(), Hues: control.Hues(), Seed: q.Seed,
	}
	points := engine.Points{Name: "ranking", Title: "least", Basis: q.basis()}
	settled := false // some budget suffices, and every line shows that
	for _, e := range ends {
		settled = settled || e.certain()
	}
	switch {
	case settled:
		f.Title = "ε per feature that is enough for " + control.Target.Text(q.Goal.Target)
		points.Title, points.Basis, points.Confidence = "95 % interval; its end is enough", known.ConfidentAtMost, confidence
	case len(ends) > 0:
		points.Title, points.Confidence = "least for all, 95 %", confidence
	}
	for i, line := range inBlocks(ranked) {
		if line.Name == "" {
			f.Y.Head(headOf(line.guarantee))
			continue
		}
		e, enclosed := ends[line.Name]
		if !enclosed {
			e = span{line.Epsilon, line.Epsilon, population.Enough{Epsilon: line.Epsilon, Any: line.Any}}
		}
		name := rowTitle(line, q.MostBudget(line.Name))
		if settled && !e.certain() {
			name += " (too few)"
		}
		f.Y.Words, f.Y.Keys = append(f.Y.Words, name), append(f.Y.Keys, engine.WordCell(line.Name))
		if !line.Reached() || settled && !e.certain() {
			continue
		}
		at, label := line.Epsilon, ""
		if settled {
			at, e.high = e.enough.Epsilon, e.enough.Epsilon
		}
		switch {
		case e.enough.Any: // the end of the range is no answer
			label = "any ε"
		case !math.IsInf(e.high, 1):
			label = numeral.Up.Short(e.high)
		}
		points.X, points.Y, points.Labels = append(points.X, at), append(points.Y, float64(i)), append(points.Labels, label)
		points.From, points.To, points.As = append(points.From, min(e.low, at)), append(points.To, e.high), append(points.As, line.Name)
	}
	if len(points.X) > 0 { // the axis begins with a power of ten, which has a label, below all that is drawn, and leaves room for labels
		const room = 3
		f.X.Low, f.X.High = math.Pow(10, math.Floor(math.Log10(slices.Min(points.From)))), room*slices.Max(points.X)
	}
	f.Marks = []engine.Mark{points}
	return f
}

// extents says how far each guarantee holds, in the heads of blocks: in few words, as they share the column of the mechanisms'
// names.
var extents = map[string]string{control.PureNotion: "guaranteed", "(ε, δ)-LDP": "guaranteed up to δ", "Pr[loss > ε] ≤ δ": "fails with chance δ"}

// headOf returns a guarantee with its extent.
func headOf(guarantee string) string { return guarantee + ": " + extents[guarantee] }

// blockLine is a line of mechanisms in blocks: a guarantee, or one mechanism with it.
type blockLine struct {
	agreement.Ranked
	guarantee string
}

// inBlocks returns the mechanisms by their guarantees, in their order within each, under a heading where there are several.
func inBlocks(ranked []agreement.Ranked) (lines []blockLine) {
	var order []string
	blocks := map[string][]blockLine{}
	for _, r := range ranked {
		of := control.Notion(r.Name)
		if blocks[of] == nil && of == control.PureNotion {
			order = slices.Insert(order, 0, of)
		} else if blocks[of] == nil {
			order = append(order, of)
		}
		blocks[of] = append(blocks[of], blockLine{r, of})
	}
	for _, of := range order {
		if len(order) > 1 {
			lines = append(lines, blockLine{guarantee: of})
		}
		lines = append(lines, blocks[of]...)
	}
	return lines
}

// rowTitle names the line of a mechanism: one that reaches nothing says why it is empty, where its range ends before the
// others'.
func rowTitle(line blockLine, most float64) string {
	switch {
	case line.Reached():
		return title(line.Name)
	case most >= mechanisms.Epsilon.Max:
		return title(line.Name) + ": none"
	}
	return title(line.Name) + ": none (ε ≤ " + numeral.Count(most) + ")"
}

func (q recommend) given() []engine.Setting {
	return []engine.Setting{{Name: "classifier", Word: q.Classifier}, {Name: "for", Title: "goal", Word: q.promised},
		{Name: "target", Value: q.Goal.Target},
		{Name: "records_used", Title: "records used", Value: float64(q.Sample.Len())},
		{Name: "records_total", Title: "records that there are", Value: float64(q.Sample.Total)},
		{Name: "records_left_out", Title: "records unusable", Value: float64(q.Sample.LeftOut())}}
}

// unseen names the groups without any record looked at.
func (q recommend) unseen() string {
	if q.Goal.For != population.WorstGroup {
		return ""
	}
	var names []string
	for k := range q.Goal.Groups.Names {
		if q.Goal.Groups.Count(k) == 0 {
			names = append(names, q.Goal.Groups.Label(k))
		}
	}
	if names == nil {
		return ""
	}
	return "Nobody knows what these groups need, of which no record was used: " + strings.Join(names, ", ") + "."
}

// populationShared returns the address of all people's population with a mechanism where the features' budgets differ.
func (q recommend) populationShared(mechanism string, s population.Shares) string {
	var weights []string
	for k, name := range q.features() {
		weights = append(weights, name+":"+mechanisms.Epsilon.Exact(s.Epsilons[k]))
	}
	mean := mechanisms.Epsilon.Exact(s.Total / float64(len(s.Epsilons)))
	return "population?mechanism=" + mechanism + "&epsilon=" + mean + "&weights=" + strings.Join(weights, ",") + q.others
}
