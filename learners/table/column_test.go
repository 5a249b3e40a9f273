package table

import (
	"fmt"
	"math"
	"reflect"
	"testing"
)

// A column keeps codes or numbers, never both, and gives the same cells back
// whichever it keeps.
func TestColumnsKeepCodesOrNumbers(t *testing.T) {
	for _, c := range []struct {
		name    string
		cells   []string
		asWords bool
		reading string // which are kept while the file is read
		values  []float64
		codes   []int32
	}{
		{"few numbers", []string{"2", "", "1.0", "2", "1"}, false, "codes", []float64{2, math.NaN(), 1, 2, 1}, nil},
		{"few numbers for words", []string{"2", "", "1.0", "2", "1"}, true, "codes", []float64{2, math.NaN(), 1, 2, 1}, []int32{0, -1, 1, 0, 2}},
		{"many numbers", []string{"1", "2", "?", "3", "4", "", "1"}, true, "values", []float64{1, 2, math.NaN(), 3, 4, math.NaN(), 1}, nil},
		{"words", []string{"a", "1", "NA", "a"}, false, "codes", nil, []int32{0, 1, -1, 0}},
		{"nothing", []string{"", "?"}, false, "codes", []float64{math.NaN(), math.NaN()}, nil},
	} {
		col := newColumn(c.name, columnNeed{words: 3, asWords: c.asWords})
		for i, cell := range c.cells {
			if err := col.add(cell, i); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if got := map[bool]string{true: "codes", false: "values"}[col.values == nil]; got != c.reading || (col.codes == nil) == (col.values == nil) {
			t.Errorf("%s: %s are kept, want %s", c.name, got, c.reading)
		}
		col.settle()
		if fmt.Sprint(col.values) != fmt.Sprint(c.values) || (col.values == nil) != (c.values == nil) || !reflect.DeepEqual(col.codes, c.codes) {
			t.Errorf("%s: values %v, codes %v; want %v and %v", c.name, col.values, col.codes, c.values, c.codes)
		}
	}
}
