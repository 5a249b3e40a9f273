package publishing

import "dpscope/views/view"

// Price returns the sentences on how often an attacker is right about a published label.
func Price() []view.Variant {
	return append([]view.Variant{{When: nothingGiven, Guess: true, Text: "Nothing is given away: an attacker can only guess, and is right {attacker-right} of the time."}},
		view.TaskLabel.Price()...)
}

// nothingGiven reports whether a label reveals nothing.
func nothingGiven(f view.Facts) bool { return f.Of(view.AttackerRight).Value == 0.5 }

// Sees declares who sees what where labels are published at a stated ε; their mechanism spends half of it
// (mechanisms.LabelFlip). The arguments name the controls or readings of both.
func Sees(stated, actual string) view.Sees {
	return view.Sees{Raw: view.Labeller, Protected: view.OneLabel, Epsilon: "Of stated ε = {" + stated + "} only {" + actual + "} is spent, which"}
}

// SeesLabels is Sees for pages with the control of ε and the reading PrivacyCost.
var SeesLabels = Sees("epsilon", "epsilon-true")
