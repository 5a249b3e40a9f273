package claims

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"dpscope/views/viewtest"
)

// written is a claim as the lines of its file say it.
type written map[string]string

// linesOf reads the files as text, one after another.
func linesOf(t *testing.T) (claims []written) {
	t.Helper()
	for _, paper := range []string{"label-em", "ldp-utility", "dro-noise", "class-imbalance"} {
		text, err := os.ReadFile("../../assets/claims/" + paper + ".claims")
		if err != nil {
			t.Fatal(err)
		}
		for block := range strings.SplitSeq(string(text), "\n\n") {
			claim := written{}
			for line := range strings.Lines(block) {
				if key, value, found := strings.Cut(strings.TrimSpace(line), ": "); found && !strings.HasPrefix(line, "#") {
					claim[key] = value
				}
			}
			if claim["id"] != "" {
				claims = append(claims, claim)
			}
		}
	}
	return claims
}

// The counts and names on the page equal those of the lines of the files and of the record.
func TestClaimsOracles(t *testing.T) {
	claims := linesOf(t)
	text, err := os.ReadFile("../../assets/claims/computed.json")
	if err != nil {
		t.Fatal(err)
	}
	var record []struct{ ID, Printed, Ours string }
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	listed := func(s viewtest.Setting) (list []written) {
		for _, c := range claims {
			if paper := s.Option("paper"); paper != "all" && c["paper"] != paper {
				continue
			}
			if verdict := s.Option("verdict"); verdict == "all" || keyOf(c["verdict"]) == verdict {
				list = append(list, c)
			}
		}
		return list
	}
	counted := func(verdict string) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			count := 0.0
			for _, c := range claims {
				if paper := s.Option("paper"); c["verdict"] == verdict && (paper == "all" || c["paper"] == paper) {
					count++
				}
			}
			return viewtest.Number(count)
		}
	}
	named := func(of func(written) string) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			list := listed(s)
			if len(list) == 0 {
				return viewtest.None()
			}
			word := of(list[min(int(s.Number("claim")), len(list))-1])
			if word == "" {
				return viewtest.None()
			}
			return viewtest.Word(word)
		}
	}
	recorded := func(of func(printed, ours string) string) viewtest.Oracle {
		return named(func(c written) string {
			for _, r := range record {
				if r.ID == c["id"] {
					return of(r.Printed, r.Ours)
				}
			}
			return ""
		})
	}
	viewtest.Agree(t, Claims, viewtest.Suite{Oracles: map[string]viewtest.Oracle{
		"holds":            counted("holds"),
		"corrected":        counted("holds, with a correction"),
		"refuted":          counted("false"),
		"not-reproducible": counted("not reproducible"),
		"not-checkable":    counted("not checkable here"),
		"not-computed":     counted("not computed yet"),
		"listed":           func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(float64(len(listed(s)))) },
		"looked-at":        named(func(c written) string { return c["id"] }),
		"printed":          recorded(func(printed, _ string) string { return printed }),
		"computed":         recorded(func(_, ours string) string { return ours }),
		"judged":           named(func(c written) string { return keyOf(c["verdict"]) }),
	}})
}

// keyOf returns a verdict as addresses write it.
func keyOf(verdict string) string { return strings.NewReplacer(" ", "-", ",", "").Replace(verdict) }
