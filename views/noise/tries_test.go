package noise

import (
	"strings"
	"testing"

	"dpscope/views/view"
)

// The tries of a page with a budget switch it between each answer and the whole fit.
func TestTriesOfBudgets(t *testing.T) {
	for query, want := range map[string]string{"budget=run": "leaks", "budget=query": "keeping to one ε costs", "noise=none": "add some"} {
		for _, v := range []view.View{Bayes, Coordinates} {
			values, err := v.Setting(query)
			if err != nil {
				t.Fatal(err)
			}
			if try, found := v.Tried(values); !found || !strings.Contains(try.Shows, want) {
				t.Errorf("%s?%s: %q", v.Name, query, try.Shows)
			}
		}
	}
}
