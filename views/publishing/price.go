package publishing

import "dpscope/views/view"

// Price returns the sentences on how often an attacker is right about a published label.
func Price() []view.Variant {
	return append([]view.Variant{{When: nothingGiven, Guess: true, Text: "Nothing is given away: an attacker can only guess, and is right {attacker-right} of the time."}},
		view.TaskLabel.Price()...)
}

// nothingGiven reports whether a label reveals nothing.
func nothingGiven(f view.Facts) bool { return f.Of(view.AttackerRight).Value == 0.5 }

// Sees declares who sees what where labels are published.
var Sees = view.Sees{Raw: view.Labeller, Protected: view.OneLabel}
