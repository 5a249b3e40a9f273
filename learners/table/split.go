package table

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Split draws a held-out part of about share of the records, and so that each
// class has its share (stratified). Both parts are in the order of the table.
func (d Data) Split(share float64, rng *rand.Rand) (train, held Data) {
	y := d.Y
	if y == nil {
		y = make([]int, d.Len())
	}
	in, out := stratified(y, max(d.Classes(), 1), share, rng)
	return d.Pick(in), d.Pick(out)
}

// Parts returns the records to train on and those held out: as the table was
// read, or else by a draw.
func (d Data) Parts(share float64, rng *rand.Rand) (train, held Data) {
	if d.Held == nil {
		return d.Split(share, rng)
	}
	var in, out []int
	for i, held := range d.Held {
		if held {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	return d.Pick(in), d.Pick(out)
}

// Coins marks about share of the records, each by a coin of its own: one record's content does not affect
// another's mark.
func Coins(records int, share float64, rng *rand.Rand) []bool {
	held := make([]bool, records)
	for i := range held {
		held[i] = rng.Float64() < share
	}
	return held
}

// stratified draws about share of the records out, of each class its share. Y
// holds the class of each record, -1 for one that belongs to neither part. Both
// lists are increasing.
func stratified(y []int, classes int, share float64, rng *rand.Rand) (in, out []int) {
	byClass := make([][]int, classes)
	for i, k := range y {
		if k >= 0 {
			byClass[k] = append(byClass[k], i)
		}
	}
	owed := 0.0 // what rounding has left over from the classes before
	for _, members := range byClass {
		rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		exact := share*float64(len(members)) + owed
		n := min(max(int(math.Round(exact)), 0), len(members))
		owed = exact - float64(n)
		out, in = append(out, members[:n]...), append(in, members[n:]...)
	}
	slices.Sort(in)
	slices.Sort(out)
	return in, out
}

// Stratified draws about share of the records of two classes out, of each class its share. Both lists
// increase, and equal Split's for the same rng.
func Stratified(positive []bool, share float64, rng *rand.Rand) (in, out []int) {
	y := make([]int, len(positive))
	for i, p := range positive {
		if p {
			y[i] = 1
		}
	}
	return stratified(y, 2, share, rng)
}

// Always returns the share of the most frequent class: the accuracy of a
// constant answer.
func (d Data) Always() float64 {
	tally := make([]int, d.Classes())
	for _, k := range d.Y {
		tally[k]++
	}
	return float64(slices.Max(tally)) / float64(d.Len())
}
