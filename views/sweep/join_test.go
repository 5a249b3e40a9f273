package sweep

import (
	"reflect"
	"testing"

	"dpscope/engine"
)

// A joined table has one type a column, unique names, and equally many cells in each row; a column that repeats the setting
// appears once, and one that differs from it gets another name.
func TestJoined(t *testing.T) {
	s, err := Read("concentration?mechanism=pm,laplace&epsilon=1,2&x=0.5")
	if err != nil {
		t.Fatal(err)
	}
	number, word := engine.NumberCell, engine.WordCell
	j := s.Join()
	j.Add(1, engine.Table{Name: "picture",
		Columns: []engine.TableColumn{{Name: "epsilon"}, {Name: "mechanism", Text: true}, {Name: "y", Unit: "m"}},
		Rows:    [][]engine.Cell{{number(2), word("PM"), number(0.1)}, {{}, word("PM"), {}}}})
	j.Add(2, engine.Table{Name: "picture", Columns: []engine.TableColumn{{Name: "y", Text: true}, {Name: "n", Whole: true}},
		Rows: [][]engine.Cell{{word("far"), number(3)}}})
	got := j.Whole()
	var names []string
	for _, c := range got.Columns {
		names = append(names, c.Name)
	}
	if want := []string{"row", "setting.mechanism", "epsilon", "address", "mechanism", "y", "n"}; !reflect.DeepEqual(names, want) {
		t.Errorf("its columns are %q, not %q", names, want)
	}
	if y := got.Columns[5]; !y.Text || y.Unit != "" || !got.Columns[6].Whole || got.Columns[4].Whole {
		t.Errorf("its columns are %+v", got.Columns)
	}
	address := func(mechanism, epsilon string) engine.Cell {
		return word("concentration?mechanism=" + mechanism + "&epsilon=" + epsilon + "&x=0.5")
	}
	want := [][]engine.Cell{
		{number(1), word("pm"), number(2), address("pm", "2"), word("PM"), word("0.10000000000000001"), {}},
		{number(1), word("pm"), number(2), address("pm", "2"), word("PM"), {}, {}},
		{number(2), word("laplace"), number(1), address("laplace", "1"), {}, word("far"), number(3)},
	}
	if !reflect.DeepEqual(got.Rows, want) || got.Distinct() != nil {
		t.Errorf("its rows are\n%v\nnot\n%v", got.Rows, want)
	}
}
