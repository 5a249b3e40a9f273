package table

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// A model says how missing values and unknown words are read: filled, taken as NaN, given a place, or left out.
func TestRecordsAsTheModelSays(t *testing.T) {
	other := -1.0
	levels := []string{"low", "high"}
	text := "age,level,pet,bmi\n50,low,cat,20\n,high,dog,\n30,?,,25\n20,odd,1.0,30\n"
	for _, c := range []struct {
		features []Feature
		gaps     bool
		want     string
	}{
		{[]Feature{{Name: "age", Scale: Scale{Divisor: 100}, Missing: "42"}}, false, "[[0.5] [0.42] [0.3] [0.2]]"},
		{[]Feature{{Name: "age", Scale: Scale{Divisor: 100}}}, false, "[[0.5] [0.3] [0.2]]"},
		{[]Feature{{Name: "age", Scale: Scale{Divisor: 100}}}, true, "[[0.5] [NaN] [0.3] [0.2]]"},
		{[]Feature{{Name: "level", Words: levels}}, false, "[[0] [1]]"},
		{[]Feature{{Name: "level", Words: levels, Missing: "high"}}, false, "[[0] [1] [1] [1]]"},
		{[]Feature{{Name: "level", Words: levels, Other: &other}}, false, "[[0] [1] [-1]]"},
		{[]Feature{{Name: "level", Words: levels, Other: &other, Missing: "-2"}}, false, "[[0] [1] [-2] [-1]]"},
		{[]Feature{{Name: "pet=1", Column: "pet", Word: "1", Missing: "1"}}, false, "[[0] [0] [1] [1]]"},
		{[]Feature{{Name: "bmi"}, {Name: "age", Missing: "1"}}, false, "[[20 50] [25 30] [30 20]]"},
	} {
		options := RecordOptions{Features: c.features, Raw: true, Missing: DropMissing}
		if c.gaps {
			options.Gaps = func(int) bool { return true }
		}
		d, _, err := readRecords(t.Context(), strings.NewReader(text), options)
		if err != nil {
			t.Errorf("%+v: %v", c.features, err)
			continue
		}
		var rows [][]float64
		for i := range d.Len() {
			rows = append(rows, d.Row(i))
		}
		if got := fmt.Sprint(rows); got != c.want {
			t.Errorf("%+v: %s, want %s", c.features, got, c.want)
		}
	}
	if err := (Feature{Name: "level", Words: levels, Missing: "odd"}).Check(); err == nil || !strings.Contains(err.Error(), "neither a number nor one of the words") {
		t.Errorf("a word that is none: %v", err)
	}
	if v := (Feature{Name: "age"}).lacking(); !math.IsNaN(v) {
		t.Errorf("nothing stands for a missing value, but %g does", v)
	}
}
