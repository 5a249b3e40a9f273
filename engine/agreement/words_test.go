package agreement

import (
	"strings"
	"testing"

	"dpscope/learners"
	"dpscope/learners/table"
)

// Words of one column move together or not at all; a lone word is a number.
func TestOneHotWordsAreRefused(t *testing.T) {
	m := &learners.Model{Classifier: &learners.Linear{Weights: make([]float64, 4)}, Features: []table.Feature{
		{Name: "age"}, {Name: "pet=cat", Column: "pet", Word: "cat"}, {Name: "pet=dog", Column: "pet", Word: "dog"}, {Name: "ill=yes", Column: "ill", Word: "yes"}}}
	if _, err := FindPrivate(m, "age,ill=yes"); err != nil {
		t.Error(err)
	}
	_, err := FindPrivate(m, "age,pet=dog")
	if err == nil || !strings.HasPrefix(err.Error(), `private = "pet=dog" is one of the 2 words of pet, of which a person has one`) {
		t.Errorf("words: %v", err)
	}
}
