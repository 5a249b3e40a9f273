package publishing

import "dpscope/views/view"

// Price says why an attacker is right less often than the stated ε allows, of pages that have the readings of Attackers and
// the control of ε.
func Price() []view.Variant { return PriceOf("{epsilon}") }

// PriceOf says it of pages whose stated ε has another name.
func PriceOf(stated string) []view.Variant {
	nothing := view.Variant{When: func(f view.Facts) bool { return f.Of(view.AttackerRight).Value == 0.5 },
		Text: "Nothing is given away: an attacker " + SeesLabel + " can only guess, and is right {attacker-right} of the time."}
	return append([]view.Variant{nothing}, view.Attacker{Before: Halved(stated), Who: SeesLabel}.Says()...)
}

// Halved begins a sentence about an attacker with what the labels really cost: half as much as the general proof of their
// mechanism says.
func Halved(stated string) string {
	return "These flips spend only half of ε = " + stated + ": "
}
