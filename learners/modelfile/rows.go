package modelfile

import "fmt"

// Flatten joins rows of one length.
func Flatten(what string, rows [][]float64, length int) ([]float64, error) {
	flat := make([]float64, 0, len(rows)*length)
	for i, r := range rows {
		if len(r) != length {
			return nil, fmt.Errorf("%s, row %d: %d numbers; %d would do", what, i, len(r), length)
		}
		flat = append(flat, r...)
	}
	return flat, nil
}

// Unflatten cuts a list into rows of one length.
func Unflatten(flat []float64, length int) [][]float64 {
	rows := make([][]float64, len(flat)/length)
	for i := range rows {
		rows[i] = flat[i*length : (i+1)*length]
	}
	return rows
}
