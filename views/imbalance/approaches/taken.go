package approaches

import (
	"dpscope/views/imbalance"
)

// sourced are the records with what is declared of them.
func (q approaches) sourced() imbalance.Sourced {
	return imbalance.Sourced{Records: q.records, Scaling: q.trial.Source.Scaling, Ratio: q.trial.Ratio, Own: q.own}
}

// taken names what private approaches take from the records, but for what synthetic people can be.
func (q approaches) taken() []string { return q.sourced().Taken(true) }
