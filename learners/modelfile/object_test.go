package modelfile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// A wrong value is reported with its key, and what would work.
func TestNeed(t *testing.T) {
	const text = `{"number":1.5,"whole":7,"text":"a","list":[1,2,3],"rows":[[1],[2,3]],"none":null,"inside":{"a":1}}`
	o, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var number float64
	var whole int
	var word string
	var list []float64
	var rows [][]float64
	for _, c := range []struct {
		key  string
		into any
		most []int
		want string
	}{
		{"number", &number, nil, "<nil>"}, {"whole", &whole, nil, "<nil>"}, {"text", &word, nil, "<nil>"},
		{"list", &list, []int{3}, "<nil>"}, {"rows", &rows, []int{2, 2}, "<nil>"},
		{"lost", &number, nil, "lost is missing"},
		{"number", new(int), nil, "number: it is 1.5 where a whole number would work"},
		{"none", new(float64), nil, "none: it is null; only finite numbers will do"},
		{"whole", new(string), nil, "whole: a number where a text would work"},
		{"list", new([]float64), []int{2}, "list: a list of more than 2 values; at most as many would work"},
		{"rows", new([][]float64), []int{2, 1}, "rows: number 1: a list of more than 1 values; at most as many would work"},
		{"inside", new([]float64), []int{2}, "inside: an object where a list [...] would work"},
	} {
		if got := fmt.Sprint(o.Need(c.key, c.into, c.most...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.key, got, c.want)
		}
	}
	if number != 1.5 || whole != 7 || word != "a" || !reflect.DeepEqual(rows, [][]float64{{1}, {2, 3}}) {
		t.Errorf("read %g, %d, %s, %v", number, whole, word, rows)
	}
	if err := o.May("lost", &number); err != nil || number != 1.5 {
		t.Errorf("a key that may be there: %g, %v", number, err)
	}
	if err := o.Only("number", "whole"); err == nil || !strings.HasPrefix(err.Error(), `key = "text" is not known`) {
		t.Errorf("a key too many: %v", err)
	}
}

// A file that is written is read again, keys in their order; one too large to be
// read is not written.
func TestWrite(t *testing.T) {
	var text strings.Builder
	if err := Write(&text, "f", Members{}.Add("b", []int{1, 2}).Add("a", Members{}.Add("c", 0.1))); err != nil {
		t.Fatal(err)
	}
	if text.String() != "{\"b\":[1,2],\"a\":{\"c\":0.1}}\n" {
		t.Errorf("written %s", text.String())
	}
	o, err := Read(strings.NewReader(text.String()))
	if err != nil || !reflect.DeepEqual(o.Keys(), []string{"b", "a"}) || string(o.Raw("a")) != `{"c":0.1}` {
		t.Errorf("read %+v, %v", o, err)
	}
	if err := write(&text, "f", Members{}.Add("a", "bcdefgh"), 10, 10); err == nil || !strings.HasPrefix(err.Error(), "f: the classifier takes 15 bytes as text, and at most 10 bytes are read again") {
		t.Errorf("a large file: %v", err)
	}
	if err := write(&text, "f", Members{}.Add("a", []int{1, 2, 3, 4}), 100, 2); err == nil || !strings.HasPrefix(err.Error(), "f: the classifier has 3 values, and at most 2 are read again") {
		t.Errorf("many values: %v", err)
	}
}

func TestFlatten(t *testing.T) {
	flat, err := Flatten("W", [][]float64{{1, 2}, {3, 4}}, 2)
	if err != nil || !reflect.DeepEqual(Unflatten(flat, 2), [][]float64{{1, 2}, {3, 4}}) {
		t.Errorf("%v, %v", flat, err)
	}
	if _, err := Flatten("W", [][]float64{{1, 2}, {3}}, 2); err == nil || err.Error() != "W, row 1: 1 number; 2 would work" {
		t.Errorf("rows of two lengths: %v", err)
	}
}
