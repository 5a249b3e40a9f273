package model

import (
	"strings"
	"testing"
)

// Titles of classes are read beside their names, one for each, and a number is no title.
func TestClassTitles(t *testing.T) {
	const head = `{"format":"dpscope-classifier/1","kind":"linear","features":["a"],"coef":[1],"intercept":0,"classes":["0","1"]`
	m, err := Read(strings.NewReader(head+`,"class_titles":["well","ill"]}`), "m")
	if err != nil {
		t.Fatal(err)
	}
	if title, word := m.ClassInWords(1); title != "ill" || !word || m.ClassName(1) != "1" {
		t.Errorf("class 1 is called %q, and named %q", title, m.ClassName(1))
	}
	plain, err := Read(strings.NewReader(head+"}"), "m")
	if err != nil {
		t.Fatal(err)
	}
	if title, word := plain.ClassInWords(1); title != "1" || word {
		t.Errorf("class 1 is called %q without a title", title)
	}
	for _, bad := range []string{`["ill"]`, `["ill","ill"]`, `[1,2]`} {
		if _, err := Read(strings.NewReader(head+`,"class_titles":`+bad+"}"), "m"); err == nil || !strings.Contains(err.Error(), "class_titles") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	var b strings.Builder
	if err := m.Write(&b); err != nil || !strings.Contains(b.String(), `"class_titles":["well","ill"]`) {
		t.Errorf("it is written %s: %v", b.String(), err)
	}
}
