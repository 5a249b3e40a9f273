package train

// Patience ends a training that no longer gets better (Goodfellow, Bengio &
// Courville 2016, algorithm 7.1): after so many epochs without a greater value of
// what is watched, such as the AUC on records kept apart.
type Patience struct {
	Epochs int // without a greater value; at least 1

	best   float64
	since  int // epochs since the greatest value
	looked bool
}

// Look takes the value after one more epoch, and says whether it is the greatest
// so far, and whether to go on.
func (p *Patience) Look(value float64) (best, goOn bool) {
	if !p.looked || value > p.best {
		p.looked, p.best, p.since = true, value, 0
		return true, true
	}
	p.since++
	return false, p.since < p.Epochs
}
