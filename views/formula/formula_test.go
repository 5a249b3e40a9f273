package formula

import (
	"math"
	"strings"
	"testing"
)

// coin is a loaded coin that tells a secret of two values.
func coin(t *testing.T) Scope {
	at, err := At("concentration?mechanism=krr&bins=2&show=neighbour&epsilon=1&x=0&neighbour=1")
	if err != nil {
		t.Fatal(err)
	}
	return Scope{Asker: NewAsker(), At: at}
}

func TestExpressions(t *testing.T) {
	in := coin(t)
	right := 1 / (1 + math.Exp(-1))
	for text, want := range map[string]float64{
		"1 + 2 * 3": 7, "(1 + 2) * 3": 9, "7 - 2 - 1": 4, "8 / 2 / 2": 2, "-2 * -3": 6, "1e-5 * 1e5": 1, "2 - 1e+0": 1,
		"attacker-right": right, "attacker-right[epsilon=2]": 1 / (1 + math.Exp(-2)), "100 * attacker-right - 50": 100*right - 50,
		"epsilon": 1, "epsilon[epsilon=3]": 3, "n[flips?sampler=independent&epsilon=0.5&n=240&seed=1]": 240,
	} {
		f, err := Compile(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if v, err := in.Number(t.Context(), f); err != nil || math.Abs(v.Number-want) > 1e-12 {
			t.Errorf("%s is %v, %v; want %v", text, v.Number, err, want)
		}
	}
	for text, want := range map[string]bool{
		"1 < 2": true, "2 < 1": false, "2 <= 2": true, "2 >= 3": false, "1 > 0 and 2 > 1": true, "1 > 0 and 1 > 2": false,
		"mechanism = krr": true, "mechanism = pm": false, "attacker-right = attacker-right-worst": true,
		"verdict = clear-hint": true, "epsilon = 1 and bins = 2": true, "attacker-right = none": false,
		"attacker-right = 0.73 within 0.002": true, "attacker-right = 0.73 within 0.001": false, "1 = 2 within 1 and 1 = 1": true,
	} {
		f, err := Compile(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if holds, err := in.Holds(t.Context(), f); err != nil || holds != want {
			t.Errorf("%s is %v, %v; want %v", text, holds, err, want)
		}
	}
	for _, text := range []string{"", "1 +", "1 2", "(1", "attacker-right[epsilon=2", "* 2", "1 < 2 < 3 extra", "ε²", "..", "a]", "1 = 1 within"} {
		if f, err := Compile(text); err == nil {
			t.Errorf("%q is read as %v", text, f.root)
		}
	}
	for _, text := range []string{"attacker-right + verdict", "said", "1 and 2", "verdict = 1", "attacker-right[epsilon=-1]"} {
		f, err := Compile(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if v, err := in.Value(t.Context(), f); err == nil {
			t.Errorf("%q is %v", text, v)
		}
	}
}

func TestWrittenAsTheReadingIs(t *testing.T) {
	in := coin(t)
	for text, want := range map[string]string{
		"{attacker-right}":                                  "73.1 %",
		"{1 - attacker-right}":                              "26.9 %",
		"{odds attacker-right}":                             "73.1 of 100",
		"{odds attacker-right[epsilon=0.1]}":                "52.5 of 100",
		"{odds attacker-right[epsilon=1.0986122886681098]}": "75 of 100",
		"{odds attacker-right[epsilon=7]}":                  "999 of 1,000",
		"{epsilon}":                                         "1.00",
		"{mechanism}":                                       "Randomised resp. (RR)",
		"at most {attacker-right-allowed}.":                 "at most 73.1 %.",
		"{attacker-right[epsilon=2] - attacker-right} more": "15.0 points more",
	} {
		if got, err := in.Fill(t.Context(), text); got != want || err != nil {
			t.Errorf("%s is %q, %v; want %q", text, got, err, want)
		}
	}
}

// A share times a number of people is a count, and no share exceeds the whole.
func TestManyTimesAShareIsACount(t *testing.T) {
	in := coin(t)
	for text, want := range map[string]string{"1000 * attacker-right": "731", "1 * attacker-right": "73.1 %", "1.2 * attacker-right": "0.877", "100 * (attacker-right - 0.727)": "0.406",
		"attacker-right * 0.5": "36.6 %", "attacker-right + attacker-right": "1.46", "(attacker-right + attacker-right) / 2": "73.1 %", "attacker-right / 2": "36.6 %"} {
		f, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := in.Number(t.Context(), f); err != nil || v.Written("") != want {
			t.Errorf("%s is written %q, %v; want %q", text, v.Written(""), err, want)
		}
	}
}

// A formula of any length and depth is read or refused, in one line.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		text string
		says string // empty: it is read
	}{
		{strings.Repeat("-", mostDeep) + "1", ""},
		{strings.Repeat("(", mostDeep) + "1" + strings.Repeat(")", mostDeep), ""},
		{strings.Repeat("1+", mostLetters/2-1) + "11", ""}, // long, and not deep
		{strings.Repeat("-", mostDeep+1) + "1", "deep"},
		{strings.Repeat("(", mostDeep+1) + "1" + strings.Repeat(")", mostDeep+1), "deep"},
		{strings.Repeat("odds ", mostDeep+1) + "1", "deep"},
		{strings.Repeat("(-", mostDeep/2+1) + "1" + strings.Repeat(")", mostDeep/2+1), "deep"},
		{strings.Repeat("1+", mostLetters/2) + "1", "1001 letters"},
		{strings.Repeat("-", 600_000), "600000 letters"},
		{strings.Repeat("(", 600_000), "600000 letters"},
		{"1 + " + strings.Repeat("ä", mostLetters-5) + "[", "does not close"},
	} {
		_, err := Compile(c.text)
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%.20s...: %v", c.text, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%.20s...: %v; want %s", c.text, err, c.says)
		case err != nil && len(err.Error()) > 300:
			t.Errorf("%.20s...: a message of %d bytes", c.text, len(err.Error()))
		}
	}
}

// Ends of a reading's interval and roots are parts of formulas; an end belongs to a reading.
func TestFunctions(t *testing.T) {
	at, err := At("flips?epsilon=1&n=40")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"low flip-probability = flip-probability": true, "high flip-probability < flip-probability": false, "root 9 = 3": true,
		"root (expected / 40) * root (expected / 40) = flip-probability": true,
	} {
		f, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := (Scope{Asker: NewAsker(), At: at}).Holds(t.Context(), f); err != nil || got != want {
			t.Errorf("%s is %v, %v", text, got, err)
		}
	}
	f, _ := Compile("low 3")
	if _, err := (Scope{Asker: NewAsker(), At: at}).Value(t.Context(), f); err == nil {
		t.Error("a number has an end")
	}
}
