package publishing

import "dpscope/views/view"

// Price says what labels really cost and how often an attacker is right, of pages that have the readings PrivacyCost and
// Attackers and the control of ε.
func Price() []view.Variant { return PriceOf("{epsilon}", "{epsilon-true}") }

// PriceOf says it of pages whose stated ε and actual ε have other names.
func PriceOf(stated, actual string) []view.Variant {
	nothing := view.Variant{When: func(f view.Facts) bool { return f.Of(view.AttackerRight).Value == 0.5 },
		Text: "Nothing is given away: an attacker " + SeesLabel + " can only guess, and is right {attacker-right} of the time."}
	return append([]view.Variant{nothing}, view.Attacker{Before: Spent(stated, actual), Who: SeesLabel}.Says()...)
}

// Spent begins a sentence about an attacker with what the labels really cost: half of what the general proof of their
// mechanism charges, at every ε (mechanisms.LabelFlip).
func Spent(stated, actual string) string {
	return "Only " + actual + " of stated ε = " + stated + " is spent: "
}
