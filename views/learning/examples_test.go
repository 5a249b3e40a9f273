package learning

import "testing"

func TestFromFile(t *testing.T) {
	for _, c := range []struct {
		learnt, of int
		want       string
	}{
		{400, 400, "400 records of sorted.csv to learn from, 100 to judge by; the positive class is yes"},
		{1000, 80000, "1,000 of 80,000 records of sorted.csv to learn from, 100 to judge by; the positive class is yes"},
		{1, 1, "1 record of sorted.csv to learn from, 100 to judge by; the positive class is yes"},
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
