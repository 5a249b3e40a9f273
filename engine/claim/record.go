package claim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"dpscope/assets"
)

// Outcome is the result of checking a claim.
type Outcome struct {
	ID      string             `json:"id"`
	Found   bool               `json:"found"`             // the check holds
	Address string             `json:"address,omitempty"` // of the view that shows it, with every control
	Printed string             `json:"printed,omitempty"` // as written; empty: no number
	Value   *float64           `json:"value,omitempty"`   // ours, where it is a number
	Ours    string             `json:"ours,omitempty"`    // as written
	Why     string             `json:"why"`
	Cells   int                `json:"cells,omitempty"` // number checked, if there are several
	Numbers map[string]float64 `json:"numbers,omitempty"`
}

// Finding is the report of a test or a script: whether the claim holds, and numbers by name.
type Finding struct {
	Holds   bool
	Numbers map[string]float64
}

// recorded is the file of outcomes in assets, and printed the one with the script's output.
const (
	recorded = "computed.json"
	printed  = "printed.txt"
)

// Recorded reads what checking the claims gave when it was last recorded. A test checks it.
func Recorded() (map[string]Outcome, error) {
	text, err := assets.ClaimFile(recorded)
	if err != nil {
		return nil, err
	}
	var list []Outcome
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", recorded, err)
	}
	of := map[string]Outcome{}
	for _, o := range list {
		of[o.ID] = o
	}
	return of, nil
}

// Reported finds the script's line about a claim, ID holds NAME=NUMBER ..., or ID refuted ..., and checks the
// digest of the line.
func Reported(id, digest string) (Finding, error) {
	text, err := assets.ClaimFile(printed)
	if err != nil {
		return Finding{}, err
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if words := strings.Fields(line); len(words) > 1 && words[0] == id {
			if is := Digest(line); is != digest {
				return Finding{}, fmt.Errorf("%s: the line of %s has the digest %s, and not %s", id, printed, is, digest)
			}
			return reading(words)
		}
	}
	return Finding{}, fmt.Errorf("%s: %s has no line of it", id, printed)
}

// Digest returns the beginning of the SHA-256 of a line.
func Digest(line string) string {
	sum := sha256.Sum256([]byte(line))
	return hex.EncodeToString(sum[:4])
}

func reading(words []string) (Finding, error) {
	f := Finding{Holds: words[1] == "holds", Numbers: map[string]float64{}}
	if !f.Holds && words[1] != "refuted" {
		return f, fmt.Errorf("%s: %q is neither holds nor refuted", words[0], words[1])
	}
	for _, pair := range words[2:] {
		name, number, _ := strings.Cut(pair, "=")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return f, fmt.Errorf("%s: %s: %w", words[0], pair, err)
		}
		f.Numbers[name] = v
	}
	return f, nil
}
