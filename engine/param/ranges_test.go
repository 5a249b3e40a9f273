package param

import (
	"slices"
	"testing"
)

// Where a choice is a list, a control applies with at least one of its options, and is left out of the settings where it has no
// meaning, so that each opens again.
func TestListsLeaveOutWhatDoesNotApply(t *testing.T) {
	for _, c := range []struct {
		query string
		want  []string
		words []string // of all settings, one after the other
	}{
		{"mechanism=pm,krr&bins=5", []string{"mechanism=pm", "mechanism=krr&bins=5"}, []string{"pm", "krr"}},
		{"mechanism=krr,laplace&bins=5,7", []string{"mechanism=krr&bins=5", "mechanism=krr&bins=7", "mechanism=laplace", "mechanism=laplace"},
			[]string{"krr", "5", "krr", "7", "laplace", "", "laplace", ""}},
		{"query=*&atom=on&price=high&epsilon=0.5", []string{"query=real&atom=on&price=high&epsilon=0.5", "query=count&epsilon=0.5"},
			[]string{"real", "count"}},
		{"query=*&price=high", []string{"query=real&price=high", "query=count"}, []string{"real", "count"}},
		{"mechanism=krr&hold.mechanism=pm,krr&hold.bins=5", []string{"mechanism=krr&hold.mechanism=pm", "mechanism=krr&hold.mechanism=krr&hold.bins=5"},
			[]string{"pm", "krr"}},
		{"mechanism=pm,krr&hold.bins=5", []string{"mechanism=pm", "mechanism=krr&hold.bins=5"}, []string{"pm", "krr"}},
	} {
		opening, err := screen.Parse(screenOpens)
		if err != nil {
			t.Fatal(err)
		}
		r, err := screen.Ranges(opening, c.query)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		var got, words []string
		for i := range r.Count {
			query := r.Query(r.Words(i))
			got, words = append(got, query), append(words, r.Words(i)...)
			if _, err := screen.Over(opening, query); err != nil {
				t.Errorf("%s has %s: %v", c.query, query, err)
			}
		}
		if !slices.Equal(got, c.want) || !slices.Equal(words, c.words) {
			t.Errorf("%s is %q of %q, want %q of %q", c.query, got, words, c.want, c.words)
		}
	}
}

// A list is no leave for a control that applies with none of its options.
func TestListsRefuseWhatNeverApplies(t *testing.T) {
	for query, want := range map[string]string{
		"mechanism=pm,laplace&bins=5":                        "bins = 5 means nothing with mechanism=pm; mechanism=krr or exponential would work",
		"mechanism=*&show=window&other=0.2":                  "other = 0.2 means nothing with show=window; show=neighbour would work",
		"epsilon=-1,0.5&mechanism=*&atom=off&price=low":      "price = low means nothing with atom=off; atom=on would work",
		"mechanism=pm&hold.mechanism=pm,laplace&hold.bins=3": "hold.bins = 3 means nothing with hold.mechanism=pm; hold.mechanism=krr or exponential would work",
	} {
		opening, err := screen.Parse(screenOpens)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := screen.Ranges(opening, query); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %q", query, err, want)
		}
	}
	opening, err := screen.Parse(screenOpens)
	if err != nil {
		t.Fatal(err)
	}
	r, err := screen.Ranges(opening, "mechanism=pm&epsilon=0.1,0.2&bins=5") // a range of numbers is no list of options
	if err != nil {
		t.Fatal(err)
	}
	if _, err := screen.Over(opening, r.Query(r.Words(0))); err == nil {
		t.Errorf("%s opens", r.Query(r.Words(0)))
	}
}
