package proof

// Stage is one step of a network of any kind, in the one form that proofs
// about networks work on: affine outputs or maxima, and then, if ReLU is set,
// the larger of each and zero.
type Stage struct {
	In, Out int
	Rows    []Row     // of an affine stage, one per output
	Groups  [][]int32 // of a stage of maxima: the inputs of each output
	ReLU    bool
}

// Row is one affine output: the sum of weights times inputs, plus bias.
type Row struct {
	At     []int32
	Weight []float64
	Bias   float64
}

// FullRow is an output of all inputs, those of weight 0 among them.
func FullRow(weights []float64, bias float64) Row {
	row := Row{Bias: bias}
	for i, w := range weights {
		row.At, row.Weight = append(row.At, int32(i)), append(row.Weight, w)
	}
	return row
}
