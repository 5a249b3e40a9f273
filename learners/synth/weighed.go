package synth

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine/num/normal"
)

// weigh sets the model from answers about marginals of one attribute with the label: the size of each class,
// from all answers, and each attribute's distribution within a class.
func (m *mixture) weigh(answers []answer, people, deviation float64) {
	of := m.told(answers, people, deviation)
	classes := m.ofClasses(of, people)
	for class, count := range classes {
		m.weights[class] = count / people
	}
	for attribute, told := range of {
		width := len(told.counts) / m.classes
		both := make([]float64, width)
		for i, v := range told.counts {
			both[i%width] += v
		}
		both = weighed(both, told.deviation*math.Sqrt(float64(m.classes)), people, even(width))
		for i, share := range even(width) {
			both[i] = (both[i] + share) / 2
		}
		for class, count := range classes {
			copy(m.of(m.shares, class, attribute), weighed(told.counts[class*width:][:width], told.deviation, count, both))
		}
	}
}

// average combines several answers about an attribute with the label: the mean of their counts, and the
// deviation of its noise.
type average struct {
	counts    []float64
	deviation float64
}

// told returns the averages of all measured attributes.
func (m *mixture) told(answers []answer, people, deviation float64) map[int]average {
	all, times := map[int]average{}, map[int]float64{}
	for _, a := range answers {
		attribute := a.of[1]
		if times[attribute]++; times[attribute] == 1 {
			all[attribute] = average{make([]float64, len(a.shares)), 0}
		}
		for i, share := range a.shares {
			all[attribute].counts[i] += (people*share - all[attribute].counts[i]) / times[attribute]
		}
	}
	for attribute, of := range all {
		of.deviation = deviation / math.Sqrt(times[attribute])
		all[attribute] = of
	}
	return all
}

// ofClasses returns the size of each class: every attribute estimates it by a sum of its noisy counts, and
// those with less noise weigh more. Because all classes together are all people, each loses an equal part of
// the excess. A count is the mean of the normal law around the estimate, cut off at 0.
func (m *mixture) ofClasses(of map[int]average, people float64) []float64 {
	classes, weights := make([]float64, m.classes), 0.0
	for _, attribute := range m.others { // in order: sums depend on it
		told, found := of[attribute]
		if !found {
			continue
		}
		width := len(told.counts) / m.classes
		weight := 1 / (float64(width) * told.deviation * told.deviation)
		weights += weight
		for i, v := range told.counts {
			classes[i/width] += weight * v
		}
	}
	known := float64(m.classes-1) / float64(m.classes) // of the noise, because the sum of all classes is known
	deviation, off := math.Sqrt(known/weights), (sum(classes)/weights-people)/float64(m.classes)
	for i, v := range classes {
		classes[i] = deviation * cutOff((v/weights-off)/deviation)
	}
	all := sum(classes)
	for i := range classes {
		classes[i] *= people / all
	}
	return classes
}

// cutOff returns the mean of a standard normal number about a place, given that it is above 0.
func cutOff(place float64) float64 {
	const far = 50
	if place < -far {
		return -1 / place // nearly: the digits below cancel
	}
	return place + 1/normal.MillsRatio(-place)
}

// weighed returns the distribution of people with noisy counts. The nearest counts that sum to the number of
// people would empty most cells when noise hides them. So these sum to the total that the noise suggests,
// √(people² + k·deviation²) for k cells; half of the excess stays where it was measured and half follows
// otherwise, the distribution without a measurement. With many people hardly any of it remains.
func weighed(noisy []float64, deviation, people float64, otherwise []float64) []float64 {
	seem := math.Hypot(people, deviation*math.Sqrt(float64(len(noisy))))
	shares, added := nearest(noisy, seem), (seem-people)/2
	for i := range shares {
		shares[i] = (shares[i]/seem*(seem-added) + otherwise[i]*added) / seem
	}
	return shares
}

// nearest returns the nonnegative counts with the given total that are nearest to others in Euclidean length:
// each loses the same amount, but no more than it has (Held, Wolfe & Crowder 1974).
func nearest(counts []float64, total float64) []float64 {
	falling := slices.Clone(counts)
	slices.SortFunc(falling, func(a, b float64) int { return cmp.Compare(b, a) })
	off, sum := 0.0, -total
	for i, v := range falling {
		sum += v
		if each := sum / float64(i+1); each < v {
			off = each
		}
	}
	list := make([]float64, len(counts))
	for i, v := range counts {
		list[i] = max(v-off, 0)
	}
	return list
}

// even returns equal shares.
func even(values int) []float64 { return slices.Repeat([]float64{1 / float64(values)}, values) }
