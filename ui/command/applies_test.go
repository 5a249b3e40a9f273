package command

import (
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"
)

// An address with a control that does not apply does not answer another question: read, sweep and export refuse it and name
// what would work.
func TestControlsThatDoNotApplyAreRefused(t *testing.T) {
	for address, want := range map[string]string{
		"attack?of=claim&epsilon=0.5&x=0.3":                     "x = 0.3 means nothing with of=claim; of=mechanism would work",
		"attack?of=mechanism&pair=features&times=2":             "times = 2 means nothing with pair=features; pair=worst would work",
		"attack?pair=features&times=2":                          "times = 2 means nothing with pair=features; pair=worst would work",
		"attack?of=normal&mu=1&hold.epsilon=1":                  "hold.epsilon = 1 means nothing with hold.of=normal; ",
		"concentration?mechanism=laplace,pm&show=window&bins=5": "bins = 5 means nothing with mechanism=laplace; ",
		"boundary?preset=true&epsilon=1":                        "epsilon = 1 means nothing with labels=true; labels=flipped or both would work",
	} {
		status, out, trouble := call("", "read", address)
		if rows, err := csv.NewReader(strings.NewReader(out)).ReadAll(); status != failed || err != nil || len(rows) != 2 || rows[1][1] != "error" ||
			!strings.Contains(rows[1][6], want) {
			t.Errorf("read %s: status %d, %v, %s%s, want %s", address, status, err, out, trouble, want)
		}
		if status, _, trouble := call("", "export", address, "-o", filepath.Join(t.TempDir(), "x.csv")); status != misuse || !strings.Contains(trouble, want) {
			t.Errorf("export %s: status %d, %s, want %s", address, status, trouble, want)
		}
	}
	status, _, trouble := call("", "sweep", "concentration?mechanism=laplace,pm&show=window&bins=5")
	if want := "bins = 5 means nothing with mechanism=laplace; "; status != misuse || !strings.Contains(trouble, want) {
		t.Errorf("sweep: status %d, %s, want %s", status, trouble, want)
	}
}

// The error for a control that does not apply ends in an address that opens and keeps the control.
func TestTheNearestAddressIsPrinted(t *testing.T) {
	for address, want := range map[string]string{
		"attack?epsilon=1":                        "of=mechanism, labels, noise or 6 more would work: attack?epsilon=1&of=mechanism",
		"attack?of=claim&epsilon=0.5&x=0.3":       "of=mechanism would work: attack?epsilon=0.5&x=0.3&of=mechanism",
		"attack?pair=features&times=2":            "would work: attack?times=2&pair=worst",
		"boundary?preset=true&epsilon=1":          "would work: boundary?preset=true&epsilon=1&labels=flipped",
		"concentration?mechanism=pm&hold.bins=5":  "would work: concentration?mechanism=pm&hold.bins=5&hold.mechanism=",
		"concentration?mechanism=laplace&tight=1": `control = "tight" is not known`,
	} {
		status, _, trouble := call("", "show", address)
		if status != misuse || !strings.Contains(trouble, want) {
			t.Errorf("show %s: status %d, %s, want %s", address, status, trouble, want)
		}
		if _, nearest, found := strings.Cut(trouble, "would work: "); found {
			if status, _, trouble := call("", "read", strings.TrimSpace(nearest)); status != ok {
				t.Errorf("%s does not open: %s", nearest, trouble)
			}
		}
	}
}

// In a list of options, a control that only some of them take is left out of the rows and addresses of the others, which open
// again.
func TestListsLeaveControlsOut(t *testing.T) {
	const address = "concentration?mechanism=laplace,krr&bins=5,10&show=window"
	want := [][]string{
		{"laplace", "", "concentration?mechanism=laplace&show=window"}, {"laplace", "", "concentration?mechanism=laplace&show=window"},
		{"krr", "5", "concentration?mechanism=krr&bins=5&show=window"}, {"krr", "10", "concentration?mechanism=krr&bins=10&show=window"},
	}
	status, out, trouble := call("", "sweep", address, "--reading", "mass")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if status != ok || err != nil || len(rows) != 1+len(want) {
		t.Fatalf("status %d, %v, %s%s", status, err, out, trouble)
	}
	for i, row := range rows[1:] {
		if strings.Join(row[1:4], " ") != strings.Join(want[i], " ") {
			t.Errorf("row %d is %q, want %q", i, row[1:4], want[i])
		}
		if status, _, trouble := call("", "read", row[3]); status != ok {
			t.Errorf("%s: status %d, %s", row[3], status, trouble)
		}
	}
	_, out, _ = call("", "sweep", address, "--reading", "mass", "--wide")
	if rows, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil || len(rows) != 1+len(want) || rows[1][2] != "" || rows[3][2] != "5" {
		t.Errorf("wide: %v, %s", err, out)
	}
	_, out, _ = call("", "export", address, "--table", "answers")
	if rows, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil || rows[1][3] != want[0][2] || rows[1][2] != "" {
		t.Errorf("exported: %v, %.300s", err, out)
	}
}
