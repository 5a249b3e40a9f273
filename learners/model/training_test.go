package model

import (
	"reflect"
	"strings"
	"testing"

	"dpscope/mechanisms/privacy"
)

// The spending of a training is read, written unchanged, and refused where no training spends that.
func TestTraining(t *testing.T) {
	const head = `{"format":"dpscope-classifier/1","kind":"linear","features":["a"],"coef":[1],"intercept":0,"training":`
	for text, want := range map[string]Training{
		`{"epsilon":1,"delta":1e-05}`:                                 {Epsilon: 1, Delta: 1e-5},
		`{"noise_multiplier":1.1,"sampling_rate":0.01,"steps":10000}`: {Sigma: 1.1, Rate: 0.01, Steps: 10000},
		`{"noise_multiplier":1.1,"sampling_rate":0.01,"steps":10,"epsilon":1,"delta":1e-06,"neighbours":"one record added or removed","public":["columns"],"from_data":["scale of a"]}`: {
			Sigma: 1.1, Rate: 0.01, Steps: 10, Epsilon: 1, Delta: 1e-6, Neighbours: privacy.OneAdded, Public: []string{"columns"}, FromData: []string{"scale of a"}},
		`{"epsilon":1,"delta":0,"neighbours":"one record replaced by another"}`: {Epsilon: 1, Neighbours: privacy.OneReplaced},
	} {
		m, err := Read(strings.NewReader(head+text+"}"), "m")
		if err != nil || !reflect.DeepEqual(m.Training, want) {
			t.Fatalf("%s: %+v, %v", text, m, err)
		}
		var b strings.Builder
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(strings.NewReader(b.String()), "m")
		if err != nil || !reflect.DeepEqual(again.Training, want) {
			t.Errorf("%s is written %s: %v", text, b.String(), err)
		}
	}
	for text, says := range map[string]string{
		`{}`:                                         "epsilon is missing",
		`{"epsilon":1}`:                              "delta is missing",
		`{"epsilon":0,"delta":0}`:                    "epsilon = 0 is outside",
		`{"epsilon":1,"delta":1}`:                    "delta = 1 is outside",
		`{"epsilon":"1","delta":0}`:                  "epsilon",
		`{"epsilon":1,"delta":0,"steps":3}`:          "noise_multiplier is missing",
		`{"epsilon":1,"delta":0,"neighbours":"all"}`: "neighbours = \"all\" is not known",
		`{"noise_multiplier":1,"sampling_rate":0.1,"steps":1,"neighbours":"one record replaced by another"}`: "drawn by coins",
		`{"noise_multiplier":1,"steps":10}`:                      "sampling_rate is missing",
		`{"noise_multiplier":0,"sampling_rate":0.1,"steps":10}`:  "noise_multiplier = 0 is outside",
		`{"noise_multiplier":1,"sampling_rate":2,"steps":10}`:    "sampling_rate = 2 is outside",
		`{"noise_multiplier":1,"sampling_rate":0.1,"steps":-1}`:  "steps = -1 is outside",
		`{"noise_multiplier":1,"sampling_rate":0.1,"steps":1.5}`: "a whole number",
		`7`: "training", `[1]`: "training", `null`: "training",
	} {
		if _, err := Read(strings.NewReader(head+text+"}"), "m"); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
	if _, err := Read(strings.NewReader(strings.TrimSuffix(head, `,"training":`)+"}"), "m"); err != nil {
		t.Error(err)
	}
}

// The uncovered facts of a private training are those in its file, and every scale that is marked as the data's own.
func TestUncovered(t *testing.T) {
	const head = `{"format":"dpscope-classifier/1","kind":"linear","features":["a","b"],"coef":[1,1],"intercept":0,"normalisation":{"a":{"offset":1,"divisor":98,"from_data":true},"b":{"divisor":2}}`
	for text, want := range map[string][]string{
		``:                                    nil,
		`,"training":{"epsilon":1,"delta":0}`: {"scale of a"},
		`,"training":{"epsilon":1,"delta":0,"from_data":[]}`:                           {"scale of a"},
		`,"training":{"epsilon":1,"delta":0,"from_data":["class ratio","scale of a"]}`: {"class ratio", "scale of a"},
		`,"training":{"epsilon":1,"delta":0,"from_data":["class ratio"]}`:              {"class ratio", "scale of a"},
		`,"training":{"noise_multiplier":1.1,"sampling_rate":0.01,"steps":10}`:         {"scale of a"},
	} {
		m, err := Read(strings.NewReader(head+text+"}"), "m")
		if err != nil || !reflect.DeepEqual(m.Uncovered(), want) {
			t.Errorf("%s: %v, want %v, %v", text, m.Uncovered(), want, err)
		}
	}
}
