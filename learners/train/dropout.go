package train

import "math/rand/v2"

// dropping leaves out half of the outputs of the hidden layers at random while a
// network learns, and doubles the others (Srivastava and others 2014). It leaves out
// nothing while it scores.
type dropping struct {
	rng *rand.Rand
	on  bool
}

// drop leaves out half of some outputs.
func drop[F Float](d *dropping, outputs []F) {
	if d == nil || !d.on {
		return
	}
	for from := 0; from < len(outputs); from += 64 {
		bits := d.rng.Uint64()
		for i := range outputs[from:min(from+64, len(outputs))] {
			outputs[from+i] *= F(bits >> i & 1 << 1)
		}
	}
}

// keptScale is by what those are multiplied that are not left out.
func keptScale[F Float](d *dropping) F {
	if d == nil || !d.on {
		return 1
	}
	return 2
}
