package run

import (
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/imbalance"
)

// Address returns the address of a run's page, with what was claimed as its limit.
func Address(r composition.Run) string {
	address := "run?show=claim&" + control.Spelled(r)
	say := func(p param.Param, v float64) { address += "&" + p.Name + "=" + p.Exact(v) }
	say(imbalance.Slack, r.Delta)
	say(claimed, r.Claimed)
	if r.Claimed >= imbalance.Goal.Min && r.Claimed <= imbalance.Goal.Max {
		say(imbalance.Goal, r.Claimed)
	}
	return address
}
