package central

// Sign is the loss of an answer that decides a sign: an error costs its size, and steeper from where answer
// and error together are Unit beyond zero on the other side. The cost depends on where the answer lies, as
// Within says; for an answer at 0 both sides are steep.
//
// Lengths are in sensitivities, costs in the answer's unit.
type Sign struct {
	Unit float64 // the answer's unit, in sensitivities; positive
}

// steep is the slope beyond.
const steep = 1000

// Within returns the loss of answers between two places, by the one nearest to 0: no other answer there is
// nearer to the other side.
func (s Sign) Within(low, high float64) Loss {
	near := nearest(low, high)
	bend := (near + s.Unit) / s.Unit
	if near < 0 {
		bend = (s.Unit - near) / s.Unit
	}
	p := Pieces{count: 4}
	switch {
	case near > 0:
		p.at = [mostPieces]float64{-bend - 1, -bend, 0, 1}
		p.cost = [mostPieces]float64{bend + steep, bend, 0, 1}
	case near < 0:
		p.at = [mostPieces]float64{-1, 0, bend, bend + 1}
		p.cost = [mostPieces]float64{1, 0, bend, bend + steep}
	default:
		p.count = 5
		p.at = [mostPieces]float64{-2, -1, 0, 1, 2}
		p.cost = [mostPieces]float64{1 + steep, 1, 0, 1, 1 + steep}
	}
	return p.In(1 / s.Unit)
}

// of returns the loss at a true answer of 0.
func (s Sign) of() Loss { return s.Within(0, 0) }

func (s Sign) At(x float64) float64            { return s.of().At(x) }
func (s Sign) Mean(low, high float64) float64  { return s.of().Mean(low, high) }
func (s Sign) Least(low, high float64) float64 { return s.of().Least(low, high) }
func (Sign) Even() bool                        { return true }
func (Sign) Degree() float64                   { return 0 }
func (s Sign) Symmetric(m Moments) float64     { return s.of().Symmetric(m) }
