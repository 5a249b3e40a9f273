package assets

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every entry is BibTeX with the fields of a list of references, under a key of its own.
func TestSourcesAreEntries(t *testing.T) {
	head := regexp.MustCompile(`^@(article|inproceedings|book|misc|software)\{([a-z0-9]+),\n`)
	seen := map[string]bool{}
	for _, s := range Sources() {
		if !head.MatchString(s.Entry) || !strings.HasSuffix(s.Entry, "\n}") || strings.Count(s.Entry, "{") != strings.Count(s.Entry, "}") {
			t.Errorf("%s is no entry:\n%s", s.Key, s.Entry)
		}
		for _, field := range []string{"author", "title", "year"} {
			if s.fields[field] == "" {
				t.Errorf("%s has no %s", s.Key, field)
			}
		}
		if strings.HasPrefix(s.Entry, "@article") && s.fields["journal"] == "" || strings.HasPrefix(s.Entry, "@inproceedings") && s.fields["booktitle"] == "" {
			t.Errorf("%s does not say where it appeared", s.Key)
		}
		if text := s.Titled(); strings.ContainsAny(text, `{}\`) {
			t.Errorf("%s is written as TeX: %s", s.Key, text)
		}
		if seen[s.Key] {
			t.Errorf("%s is there twice", s.Key)
		}
		seen[s.Key] = true
	}
	if last := Sources()[len(seen)-1]; !last.Itself() {
		t.Errorf("the last is %s, want the program", last.Key)
	}
}

func TestCited(t *testing.T) {
	for text, want := range map[string][]string{
		"Geng, Kairouz, Oh & Viswanath 2015":                               {"geng2015staircase"},
		"Balle & Wang 2018, Thm 8; Dwork & Roth 2014, Prop. 2.1":           {"balle2018improving", "dwork2014algorithmic"},
		"derived here; Gil-Pelaez 1951":                                    {"gilpelaez1951note", "dpscope"},
		"Kairouz, Oh & Viswanath 2015; Geng, Kairouz, Oh & Viswanath 2015": {"geng2015staircase", "kairouz2015composition"},
		"nobody": nil,
	} {
		var got []string
		for _, s := range Cited(text) {
			got = append(got, s.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q cites %q, want %q", text, got, want)
		}
	}
}

func TestEntryWithFurtherFields(t *testing.T) {
	got := Cited("derived here")[0].With("version", "1", "date", "", "note", "commit a")
	if !strings.HasSuffix(got, "MIT},\n  version = {1},\n  note = {commit a}\n}") {
		t.Errorf("the entry is\n%s", got)
	}
}
