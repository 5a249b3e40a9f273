package querynoise

import (
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
)

// Told returns the total variation of the noise and itself moved by one record, for the most revealing move:
// δ at ε = 0. An attacker who tells two neighbouring tables apart beats guessing by that much. hidden is 1 −
// told, with all its digits. There must be noise.
func (b Best) Told() (told, hidden float64) {
	if b.Certified == nil {
		return central.Told(b.Law)
	}
	return toldBy(b.Certified.Law, b.Certified.Moves)
}

func toldBy(law optimal.Law, m optimal.Moves) (told, hidden float64) {
	told = law.Certify(m, 0).Delta
	return told, 1 - told
}

// Told returns the total variation of a round's law, private or not, and 1 − it.
func (q Question) Told(s Stage) (told, hidden float64, err error) {
	p := q.problem()
	law, err := p.Law(s.Masses, s.Zero)
	if err != nil {
		return 0, 0, err
	}
	told, hidden = toldBy(law, p.Moves())
	return told, hidden, nil
}
