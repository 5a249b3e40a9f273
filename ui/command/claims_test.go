package command

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/claim"
)

// Outcomes that only tests can check are not computed now: the command says how many they are, and which.
func TestClaimsThatAreNotComputed(t *testing.T) {
	status, _, trouble := call("", "claims", "label-em/spread-shrinks", "label-em/table-1/n100-flip20", "--compute")
	if status != ok || !strings.Contains(trouble, "not computed: 1 of 2 verdicts rest on tests") || !strings.Contains(trouble, "as recorded: label-em/spread-shrinks\n") {
		t.Errorf("%d, %q", status, trouble)
	}
}

func claimsSaid(t *testing.T, want int, words ...string) string {
	t.Helper()
	var out, trouble bytes.Buffer
	if got := Main(1, append([]string{"claims"}, words...), strings.NewReader(""), &out, &trouble); got != want {
		t.Fatalf("%v ends with %d: %s", words, got, &trouble)
	}
	return out.String() + trouble.String()
}

// Every claim is a JSON object with the documented keys and the recorded verdict.
func TestClaimsJSON(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal([]byte(claimsSaid(t, ok, "--json")), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(all) {
		t.Fatalf("%d objects of %d claims", len(list), len(all))
	}
	keys := []string{"address", "id", "paper", "place", "printed", "reading", "value", "verdict", "why"}
	for i, c := range list {
		var has []string
		for key := range c {
			has = append(has, key)
		}
		slices.Sort(has)
		if !slices.Equal(has, keys) || c["verdict"] != string(all[i].Verdict) || c["why"] == "" || strings.Contains(c["why"].(string), "{") {
			t.Errorf("%v", c)
		}
	}
}

// Claims computed now equal the recorded ones, and can be selected by id, paper and verdict.
func TestClaimsAreAskedFor(t *testing.T) {
	if told := claimsSaid(t, ok, "label-em/table-1/n100-flip20"); told != claimsSaid(t, ok, "label-em/table-1/n100-flip20", "--compute") ||
		!strings.Contains(told, "8.487") || !strings.Contains(told, "4.36") {
		t.Error(told)
	}
	if told := claimsSaid(t, ok, "--paper", "label-em", "--verdict", "false"); strings.Contains(told, "  holds") || !strings.Contains(told, "label-em/corollary-1 ") {
		t.Error(told)
	}
	for _, wrong := range [][]string{{"label-em/nothing"}, {"--paper", "another"}, {"--verdict", "maybe"}} {
		claimsSaid(t, misuse, wrong...)
	}
}
