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
		{"linear", "twice the ε, twice the risk", "Each 1 of ε multiplies the odds by up to 2.72; the chance to be right bends towards 100 %."},
		{"same", "a larger ε gives no more away", "The larger ε, the more often a guess is right."},
		{"percent", "ε is a percentage, a share of people", "ε limits how far the odds of a guess may move."},
		{"query", "the ε of one feature, query or step is all that is spent", "What one person spends adds up, or composes."},
		{"delta-error", "δ is a small error, a p-value", "δ may be a chance to tell everything outright."},
		{"delta-tail", "δ is the chance that the loss exceeds ε", "The chance of a larger loss can be five times δ."},
		{"interval", "the interval of an estimate is the privacy", "One is about what was drawn, the other about what can be inferred."},
		{"overlap", "intervals that overlap make a tie", "What tells two apart is the interval of their difference, run by run."},
		{"draw", "one draw shows the rule", "Draws scatter about what is expected."},
		{"stated", "the stated ε is what is spent", "The stated ε is an upper bound; the mechanism may spend less."},
		{"average", "the mean speaks for everybody", "Groups and single people can fare far worse."},
		{"bound", "a larger bound means worse noise", "The noise is the same; that theorem proves less about it."},
		{"proof", "passing an audit proves privacy", "An audit can refute, never prove."},
		{"best", "one mechanism is best", "Which is best turns with the value, the window and ε."},
		{"raw", "the share that was sent is the share of people", "The coin has to be undone, which stretches the scatter as well."},
		{"root", "four times the people, a quarter of the margin", "Margins shrink with the root of n: four times the people halve them."},
		{"trust", "the same ε costs as much, on each device or in an office", "An office adds noise once; devices add it to every answer."},
		{"nothing", "what is noisy tells nothing", "It tells less, not nothing: the truth is sent more often than not."},
		{"toss", "a guess without information always fails", "Of two values that are equally likely, a blind guess picks the right one half of the time."},
		{"sees", "somebody else has to see the true value", "Where noise is added before a value leaves, only its owner sees the true one."},
		{"most", "every attacker does as well as the best one", "It is the most that any attacker can reach; many do worse."},
		{"chance", "without privacy a survey has no error", "Whom one asks is a matter of chance, and chance makes an error of its own."},
		{"recipe", "another recipe gives other answers", "Only the probabilities of what comes out count, not how they are made."},
		{"mostly", "as long as most labels are right, all is well", "A wrong label cancels a right one: what teaches is the difference."},
		{"loss", "every good loss bears flips", "Flips change no order, on average, only where a loss and its mirror add up to a constant."},
		{"even", "noise spreads evenly over the range", "Answers pile up near the true value, and the ends of the range cut some off."},
		{"printed", "what is printed is right", "Papers and logs err, too: compute it again."},
		{"guarantee", "what keeps (ε, δ) ranks with what keeps ε", "They are different guarantees, and are not ranked together."},
		{"recall", "finding many cases means raising true alarms", "One counts the cases that are found, the other the alarms that are true."},
		{"rarity", "how rare a class is does not matter", "The rarer the class, the more of the alarms are false."},
		{"digits", "a proof about real numbers holds on a computer", "A computer's numbers have gaps, and their last digits tell the value."},
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
