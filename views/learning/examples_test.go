package learning

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/views/view"
	"dpscope/views/viewtest"
)

func TestFromFile(t *testing.T) {
	for _, c := range []struct {
		learnt, of int
		want       string
	}{
		{400, 400, "400 records of sorted.csv; tested on 100 others; the positive class is yes"},
		{1000, 80000, "1,000 of 80,000 records of sorted.csv; tested on 100 others; the positive class is yes"},
		{1, 1, "1 record of sorted.csv; tested on 100 others; the positive class is yes"},
	} {
		if got := fromFile(c.learnt, c.of, 100, "/home/a/sorted.csv", "yes"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestWhatWasDoneEndsTheSentence(t *testing.T) {
	if got := done(nil) + done([]string{"3 features", "y 2"}); got != ".; 3 features; y 2." {
		t.Error(got)
	}
}

// The scaling of a file's features stands on the page and in the reasons of its numbers; made-up records, which no race scales,
// are not scaled.
func TestScalesOfAFileAreSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "people.csv")
	text := "age,bmi,ill\n"
	for i := range 120 {
		text += fmt.Sprintf("%d,%d,%d\n", i%17, i*i%23, i%3/2)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		view    view.View
		query   string
		reading string
	}{
		{Race, short + "&beside=nothing", "test-auc"},
		{Learning, short + "&beside=nothing", "test-auc"},
		{Boundary, "&learners=logistic", "test-auc"},
	} {
		for _, ofFile := range []bool{true, false} {
			query := c.query
			if ofFile {
				query = "data=" + path + query
			}
			sheet := viewtest.Sheet(t, c.view, query)
			if got := strings.Contains(sheet.Provenance.Text, "centred and divided by their deviation"); got != ofFile {
				t.Errorf("%s?%s: whose is %q", c.view.Name, query, sheet.Provenance.Text)
			}
			for _, a := range sheet.Readings {
				if a.Name == c.reading {
					if got := strings.Contains(a.Why.With+a.Why.Assumes, "sample deviation (n - 1)"); got != (ofFile || c.view.Name == "boundary") {
						t.Errorf("%s?%s: the reason is %+v", c.view.Name, query, a.Why)
					}
				}
			}
		}
	}
}
