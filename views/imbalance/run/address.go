package run

import (
	"strings"

	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
)

// Address returns the address of a run's page, with what was claimed as its limit.
func Address(r composition.Run) string {
	var b strings.Builder
	b.WriteString("run?show=claim&drawn=" + r.Drawn.String())
	say := func(p param.Param, v float64) { b.WriteString("&" + p.Name + "=" + p.Exact(v)) }
	if r.Drawn == composition.Weighted {
		say(chance, r.Chance)
	}
	if r.Rate > 0 {
		b.WriteString("&size=rate")
		say(rate, r.Rate)
	} else {
		b.WriteString("&size=batch")
		say(records, r.Records)
		say(batch, r.Batch)
	}
	if r.Steps > 0 {
		b.WriteString("&length=steps")
		say(control.Steps, r.Steps)
	} else {
		b.WriteString("&length=epochs")
		say(epochs, r.Epochs)
	}
	b.WriteString("&last=" + map[bool]string{false: "kept", true: "dropped"}[r.Dropped])
	b.WriteString("&neighbours=" + map[privacy.Neighbours]string{privacy.OneZeroed: "zeroed", privacy.OneAdded: "left-out", privacy.OneReplaced: "replaced"}[r.Neighbours])
	say(control.Sigma, r.Sigma)
	say(imbalance.Slack, r.Delta)
	say(claimed, r.Claimed)
	if r.Claimed >= imbalance.Goal.Min && r.Claimed <= imbalance.Goal.Max {
		say(imbalance.Goal, r.Claimed)
	}
	return b.String()
}
