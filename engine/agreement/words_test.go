package agreement

import (
	"slices"
	"strings"
	"testing"

	"dpscope/learners/linear"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// Words of one column move together or not at all; a lone word is a number.
func TestOneHotWordsAreRefused(t *testing.T) {
	m := &model.Model{Classifier: &linear.Linear{Weights: make([]float64, 4)}, Features: []table.Feature{
		{Name: "age"}, {Name: "pet=cat", Column: "pet", Word: "cat"}, {Name: "pet=dog", Column: "pet", Word: "dog"}, {Name: "ill=yes", Column: "ill", Word: "yes"}}}
	for _, lone := range []string{"age,ill=yes", "age, ill"} { // by its column too
		if private, err := FindPrivate(m, lone); err != nil || !slices.Equal(private, []int{0, 3}) {
			t.Errorf("%s: %v, %v", lone, private, err)
		}
	}
	for text, says := range map[string]string{
		"age,pet=dog": `private = "pet=dog": of the 2 words of pet a person has exactly one`,
		"pet":         `private = "pet=cat": of the 2 words of pet a person has exactly one`,
		"cat":         `"cat" is not known`,
	} {
		if _, err := FindPrivate(m, text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
