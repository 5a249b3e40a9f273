package noise

import (
	"strings"
	"testing"

	"dpscope/views/view"
)

// What may be tried of a budget is to spend it on each answer where it is that of the whole fit, and the other way round.
func TestTriesOfBudgets(t *testing.T) {
	for query, want := range map[string]string{"budget=run": "leaks", "budget=query": "keeping to one ε costs", "noise=none": "add some"} {
		for _, v := range []view.View{Bayes, Coordinates} {
			values, err := v.Setting(query)
			if err != nil {
				t.Fatal(err)
			}
			if try, found := v.Tried(values); !found || !strings.Contains(try.Text, want) {
				t.Errorf("%s?%s: %q", v.Name, query, try.Text)
			}
		}
	}
}
