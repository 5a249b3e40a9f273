package train

import "math"

// Which outputs are cut is as good as random, so that a processor would guess half of
// the branches wrong: there are none here.

// rectify sets what is below 0 to 0, and leaves what is no number.
func rectify[F Float](outputs []F) {
	single, is := any(outputs).([]float32)
	if !is {
		for i, v := range outputs {
			outputs[i] = max(v, 0)
		}
		return
	}
	for i, v := range single {
		const minusZero, minusInfinity = 1 << 31, 0xff80_0000
		bits := math.Float32bits(v)
		if bits-minusZero <= minusInfinity-minusZero { // three times as quick as max
			bits = 0
		}
		single[i] = math.Float32frombits(bits)
	}
}

// pass hands on, multiplied by scale, what is charged for outputs above 0, and nothing
// for others.
func pass[F Float](outputs []F, scale F, charged []F) {
	by := [2]F{0, scale}
	for i, v := range outputs[:len(charged)] {
		above := 0
		if v > 0 {
			above = 1
		}
		charged[i] *= by[above]
	}
}
