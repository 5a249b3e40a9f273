package classroom

import "slices"

// Misconception explains a wrong answer.
type Misconception struct {
	Key     string
	Thought string // the wrong belief
	True    string // the truth
}

// Misconceptions lists those that a lesson may name.
func Misconceptions() []Misconception {
	return []Misconception{
		{"end", "a large ε is more private", "A small ε is more private; at 0 nothing can be learned."},
		{"near", "values that lie close are easier to tell apart", "The closer two values lie, the more alike what is sent."},
		{"linear", "twice the ε, twice the risk", "Odds grow by e^ε; the chance to be right bends towards 100 %."},
		{"same", "a larger ε gives no more away", "The larger ε, the more often a guess is right."},
		{"percent", "ε is a percentage, a share of people", "ε is a bound on how far odds may move."},
		{"query", "ε of one feature, query or step is the whole", "What one person spends adds up, or composes."},
		{"delta-error", "δ is a small error, a p-value", "δ may be a chance to tell everything outright."},
		{"delta-tail", "δ is the chance that the loss exceeds ε", "The chance of a larger loss can be five times δ."},
		{"interval", "the interval of an estimate is the privacy", "One is about what was drawn, the other about what can be inferred."},
		{"overlap", "intervals that overlap make a tie", "What tells two apart is the interval of their difference, run by run."},
		{"draw", "this draw is the rule", "A draw scatters about what is expected."},
		{"stated", "the stated ε is what is spent", "The stated ε is an upper bound; the mechanism may spend less."},
		{"average", "the mean speaks for everybody", "Groups and single people can fare far worse."},
		{"bound", "a bound that is larger means worse noise", "It is the same noise; the theorem sees less."},
		{"proof", "passing an audit proves privacy", "An audit can refute, never prove."},
		{"best", "one mechanism is best", "Which is best turns with the value, the window and ε."},
		{"raw", "the share that was sent is the share of people", "The coin has to be undone, which stretches the scatter as well."},
		{"root", "four times the people, a quarter of the margin", "Margins shrink with the root of n: four times the people halve them."},
		{"trust", "the same ε costs as much, on each device or in an office", "An office adds noise once; devices add it to every answer."},
		{"fit", "what fits the given labels best is best", "It may have memorised the flips."},
	}
}

// Behind returns the misconception of a key.
func Behind(key string) (Misconception, bool) {
	all := Misconceptions()
	i := slices.IndexFunc(all, func(m Misconception) bool { return m.Key == key })
	if i < 0 {
		return Misconception{}, false
	}
	return all[i], true
}
