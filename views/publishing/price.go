package publishing

import "dpscope/views/view"

// Price says what labels really cost and how often an attacker is right, of pages that have the readings Attackers and
// the control of ε.
func Price() []view.Variant { return PriceOf("{epsilon}") }

// PriceOf says it of pages whose stated ε has another name.
func PriceOf(stated string) []view.Variant {
	nothing := view.Variant{When: func(f view.Facts) bool { return f.Of(view.AttackerRight).Value == 0.5 },
		Text: "Nothing is given away: an attacker " + SeesLabel + " can only guess, and is right {attacker-right} of the time."}
	return append([]view.Variant{nothing}, view.Attacker{Before: Spent(stated), Who: SeesLabel}.Says()...)
}

// Spent begins a sentence about an attacker with what the labels really cost: half of what the general proof of their
// mechanism charges, at every ε (mechanisms.LabelFlip).
func Spent(stated string) string { return "Half of the stated ε = " + stated + " is spent: " }
