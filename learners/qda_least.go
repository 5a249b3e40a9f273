package learners

import (
	"slices"

	"dpscope/learners/proof"
)

// quadraticRivals is the lead of one score over another about the middle of a
// box, over the coordinates that move.
type quadraticRivals struct {
	class, rival int
	middle       []float64
	free         []int
	bowl         proof.Bowl
	size         float64 // of what is added up in both scores, anywhere in the box
}

// sharpen looks for the very minimum, where a box over few coordinates is not
// proven otherwise: cutting it up would have to go on near the boundary until
// parts are lost in rounding. It is then of use only where it lowers the rounding
// errors to those of points like the lowest.
func (v *quadraticVerifier) sharpen(lead *quadraticLead, b proof.Closed, r quadraticRivals) {
	const most = 5 // coordinates; a search over n of them looks at up to 3ⁿ faces
	if len(r.free) > most {
		return
	}
	d := len(r.middle)
	rounding := roundoffOf(r.size, d) + float64(6*len(r.free)+14)*proof.Roundoff*r.size // the sums of the search come on top
	least, away := r.bowl.Least()
	if least -= rounding; !(least > lead.least) {
		return
	}
	lead.least, lead.at = least, slices.Clone(r.middle)
	for k, i := range r.free {
		lead.at[i] = min(max(r.middle[i]+away[k], b.Low[i]), b.High[i])
	}
	still := make([]float64, d)
	there := v.expand(lead.at, still, r.class).size + v.expand(lead.at, still, r.rival).size
	if value := r.bowl.At(away); value <= least+2*rounding && value <= roundoffOf(there, d) {
		lead.cut = -1
	}
}
