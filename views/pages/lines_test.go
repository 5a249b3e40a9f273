package pages

import "testing"

// A field gets a line of its own; a short one, and a list of numbers, stays on one line.
func TestLines(t *testing.T) {
	compact := `{"Title":"a, \"b\" {","X":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44],` +
		`"Marks":[{"Name":"one","Text":"word word word word word word word word word word word word word word word word word word word word"},{"Name":"two"}],"Empty":{}}`
	want := `{
	"Title":"a, \"b\" {",
	"X":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44],
	"Marks":[
		{
			"Name":"one",
			"Text":"word word word word word word word word word word word word word word word word word word word word"
		},
		{"Name":"two"}
	],
	"Empty":{}
}`
	if got := string(lines([]byte(compact))); got != want {
		t.Errorf("lines writes\n%s\nnot\n%s", got, want)
	}
}
