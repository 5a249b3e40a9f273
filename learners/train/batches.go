package train

import "math/rand/v2"

// dealer copies the features of the records of a batch, the positive ones first, and
// says how many there are of either label.
type dealer interface {
	deal(into []float32, r Records) (positives, negatives int)
}

// byLabel deals as many of either label.
type byLabel struct {
	positive, negative *deck
	batch              int
}

func (b byLabel) deal(into []float32, r Records) (positives, negatives int) {
	positives = b.positive.deal(into, r, b.batch)
	return positives, b.negative.deal(into[positives*r.Dims:], r, b.batch)
}

// pooled deals the records in a new random order each pass; the last batch of a pass holds the rest.
type pooled struct {
	labels    []bool
	batch, at int
	order     []int
	rng       *rand.Rand
}

func (b *pooled) deal(into []float32, r Records) (positives, negatives int) {
	if b.at == len(b.order) {
		b.rng.Shuffle(len(b.order), func(i, j int) { b.order[i], b.order[j] = b.order[j], b.order[i] })
		b.at = 0
	}
	records := b.order[b.at:min(b.at+b.batch, len(b.order))]
	b.at += len(records)
	for _, label := range []bool{true, false} {
		for _, i := range records {
			if b.labels[i] == label {
				copy(into[(positives+negatives)*r.Dims:], r.Row(i))
				if label {
					positives++
				} else {
					negatives++
				}
			}
		}
	}
	return positives, negatives
}

// deck deals the records of one label in a random order, and shuffles them again
// when it is used up.
type deck struct {
	records []int
	at      int
	rng     *rand.Rand
}

func newDeck(labels []bool, label bool, rng *rand.Rand) *deck {
	d := &deck{rng: rng}
	for i, l := range labels {
		if l == label {
			d.records = append(d.records, i)
		}
	}
	d.at = len(d.records)
	return d
}

// deal copies the features of count records, or of all if there are fewer, and returns their number.
func (d *deck) deal(into []float32, r Records, count int) int {
	count = min(count, len(d.records))
	for i := range count {
		if d.at == len(d.records) {
			d.rng.Shuffle(len(d.records), func(i, j int) { d.records[i], d.records[j] = d.records[j], d.records[i] })
			d.at = 0
		}
		copy(into[i*r.Dims:], r.Row(d.records[d.at]))
		d.at++
	}
	return count
}
