package mechanism

import (
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/control"
	"dpscope/views/view"
)

// nearTie is the margin of a probability below which the best is nearly tied.
const nearTie = 0.01

// filled returns the words of the lead that are no readings.
func (c mechanismComparison) filled() map[string]string {
	words := map[string]string{"guarantee": c.guarantee}
	if tied := len(c.ranking().Tied()); tied > 1 {
		words["tied"], words["tied-more"] = numeral.Count(float64(tied)), numeral.Count(float64(tied-2))
	}
	if taking := c.taking(); len(c.picked) > 0 {
		words["picked"] = numeral.Count(float64(taking))
	}
	if c.window.From <= 0 && c.window.To >= 1 {
		words["whole"] = c.place()
	}
	return words
}

// taking returns how many mechanisms are compared.
func (c mechanismComparison) taking() int {
	count := 0
	for i := range c.kinds {
		if c.takesPart(i) {
			count++
		}
	}
	return count
}

// filled returns the words of the lead that are no readings.
func (q winner) filled() map[string]string {
	words := q.mechanismComparison.filled()
	if q.marked() != q.epsilon || q.theta > q.thetas[len(q.thetas)-1] {
		words["off"] = "off the picture"
	}
	return words
}

// weakerReading declares a mechanism that lands more often than the best, under a weaker guarantee.
var weakerReading = view.Reading[compare]{Name: "weaker", Label: "closer, but weaker",
	ExactOf: "the distributions of the answer at x, of the mechanisms that exist at this ε",
	When:    func(q compare) bool { return q.weaker() >= 0 },
	Value:   view.Known(func(q compare) known.Value { return q.named(q.weaker()) }),
	Remark: view.Says(func(q compare) string {
		return numeral.Chance(q.mass(q.weaker()).Value) + ", " + q.kinds[q.weaker()].Tag
	}),
	Opens:   view.Says(func(q compare) string { return q.law(q.weaker(), q.window) }),
	Formula: "The mechanism with the greatest Pr[M(x) within θ of x] of those that give another guarantee than the ones compared, where it exceeds theirs.",
	With: view.Says(func(q compare) string {
		return "Its guarantee is " + q.kinds[q.weaker()].Tag + ", of those compared " + q.guarantee + ": their ε do not compare."
	})}

// weaker returns the mechanism with another guarantee that lands within θ most often, if that is more often than all compared
// ones; -1: none does.
func (q compare) weaker() int {
	s := q.ranking()
	best := -1
	for _, i := range s.Order { // from the most mass
		if q.kinds[i].Tag != q.guarantee && (s.First < 0 || s.Scores[i].Margin(s.Scores[s.First]) > 0) {
			best = i
			break
		}
	}
	return best
}

// Conditions for the variants.
var (
	tied    = view.Fills("tied")
	whole   = func(f view.Facts) bool { return tied(f) && f.Filled("whole") != "" }
	twoTied = func(f view.Facts) bool { return tied(f) && f.Filled("tied-more") == "0" }
	chosen  = view.Fills("picked")
	alone   = view.Lacks("runner-up")

	withDelta = func(f view.Facts) bool { return f.Filled("guarantee") != control.PureNotion }
)

// ahead holds where the margin is below a share.
func ahead(below float64) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Of("margin").Value < below }
}

// seesCompared declares who sees what where mechanisms of one guarantee are compared: an attacker is right as often as it
// allows.
var seesCompared = []view.Sees{{Raw: view.Nobody, Protected: view.OneAnswer, Neighbours: view.AnyOther, Delta: withDelta}}

var comparisonLead = view.Lead{
	Answers: []view.Variant{
		{When: view.Lacks("best"), Text: "None: no highlighted mechanism exists at ε = {epsilon}."},
		{When: alone, Text: "{best} is the only one highlighted: at ε = {epsilon}, {mass-BEST} of its answers land within {theta} of x = {x} (chance: {window-length})."},
		{When: whole, Text: "Tied: {tied} under {guarantee} reach {mass-BEST}, for x ± {theta} is the whole range."},
		{When: twoTied, Text: "Tied at {mass-BEST}: {best} and {runner-up}, under {guarantee}."},
		{When: tied, Text: "Tied at {mass-BEST}: {best}, {runner-up} and {tied-more} more under {guarantee}."},
		{When: ahead(1e-4), Text: "Practically tied: {best} and {runner-up}, {mass-BEST} of answers within {theta} of x = {x} (chance: {window-length})."},
		{When: hardlyCloser, Text: "Hardly any difference: at ε = {epsilon} even a random answer lands there {window-length} of the time."},
		{When: chosen, Text: "Of {picked} highlighted, {best}: {mass-BEST} of answers within {theta} of x = {x} (chance: {window-length}), {margin} ahead of {runner-up}."},
		{Text: "{best}: {mass-BEST} of its answers land within {theta} of x = {x} (chance: {window-length}), {margin} ahead of {runner-up}."},
	},
	Prices:   view.TaskSent.Price(),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDeltaWhere(withDelta)},
}

// hardlyCloser reports whether no mechanism is a point better than an answer that tells nothing.
func hardlyCloser(f view.Facts) bool {
	best := f.Of("best").Word
	return best != "" && f.Member("mass", best).Value-f.Of("window-length").Value < nearTie
}

func noClearWins(f view.Facts) bool { return f.None("widest") }

var winnerLead = view.Lead{
	Answers: []view.Variant{
		{When: view.Lacks("best"), Text: "None: no highlighted mechanism exists at ε = {epsilon}."},
		{When: alone, Text: "{best} is the only one highlighted: {mass-BEST} of its answers land within {theta} of x = {x}; highlight " +
			"another with o."},
		{When: whole, Text: "Tied: {tied} under {guarantee} reach {mass-BEST}, for x ± {theta} is the whole range."},
		{When: twoTied, Text: "Tied at {mass-BEST}: {best} and {runner-up}, under {guarantee}."},
		{When: tied, Text: "Tied at {mass-BEST}: {best}, {runner-up} and {tied-more} more under {guarantee}."},
		{When: ahead(nearTie), Text: "Nearly tied at ε = {epsilon}: {best} and {runner-up}; {mass-BEST} of answers land within " +
			"{theta} of x = {x}."},
		{When: view.Is("theta", 0),
			Text: "{best} at ε = {epsilon}: {mass-BEST} of its answers hit x = {x} exactly, {margin} ahead of {runner-up}."},
		{When: noClearWins, Text: "{best} at ε = {epsilon}: {mass-BEST} of its answers land within {theta} of x = {x}; nobody wins clearly anywhere."},
		{Text: "{best} at ε = {epsilon}, tolerance {theta} ({mass-BEST} land within). On {nearly-tied} of the map the next is less than a point " +
			"behind."},
	},
	Prices: view.TaskSent.Price(),
	Warnings: []view.Variant{
		{When: view.Fills("off"), Text: "This setting lies off the picture; ◉ marks the nearest edge."},
		view.HardlyAny, view.LargeDeltaWhere(withDelta),
	},
}
