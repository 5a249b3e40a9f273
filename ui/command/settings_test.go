package command

import (
	"slices"
	"testing"
)

// Addresses are told apart by the controls in which they differ; beside another view each begins with its question, and two of
// one view still differ.
func TestSettingsTellAddressesApart(t *testing.T) {
	ask := func(addresses ...string) (all []asked) {
		for _, address := range addresses {
			v, values, err := open(address)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, asked{v, values})
		}
		return all
	}
	const one, four = "concentration?epsilon=1", "concentration?epsilon=4"
	if got, want := settingsOf(ask(one, four)), []string{"ε = 1.00", "ε = 4.00"}; !slices.Equal(got, want) {
		t.Errorf("of one view: %q; want %q", got, want)
	}
	all := ask(one, four, "compare?preset=middle")
	var questions []string
	for _, a := range all {
		questions = append(questions, a.view.Asked(a.values))
	}
	if got, want := settingsOf(all), []string{questions[0] + " ε = 1.00", questions[1] + " ε = 4.00", questions[2]}; !slices.Equal(got, want) {
		t.Errorf("of two views: %q; want %q", got, want)
	}
	if got := settingsOf(ask(one)); !slices.Equal(got, []string{""}) {
		t.Errorf("of one address: %q", got)
	}
}
