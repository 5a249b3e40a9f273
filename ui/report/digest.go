package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/views/view"
)

// Digest identifies the bytes that a page was computed from.
type Digest struct {
	Control string // that names it: "data"
	Role    string // the control's title: "records"
	Name    string
	SHA256  string // in hex; empty: Without says why there is none
	Without string
}

// Digests returns the digests of all data and models that a setting names, in the order of its controls.
func Digests(ctx context.Context, v view.View, values param.Values, words engine.Defaults) (all []Digest, err error) {
	_, texts := v.Needed(values)
	for _, t := range texts {
		if t.Files == nil {
			continue
		}
		name := values.Word(t)
		if standard := words[t.Name]; name == "" && !standard.Absent {
			name = standard.Meaning
		}
		if name == "" {
			continue
		}
		d := Digest{Control: t.Name, Role: t.Heading(), Name: name}
		switch text, embedded := model.EmbeddedFile(name); {
		case embedded:
			sum := sha256.Sum256(text)
			d.SHA256 = hex.EncodeToString(sum[:])
		case isFile(t, name):
			if d.SHA256, err = FileDigest(ctx, name); err != nil {
				return nil, err
			}
		case strings.HasPrefix(name, "cmd:"):
			d.Without = "a program of one's own, which was asked and not read"
		default:
			d.Without = simulated + ", by rules of this version of the program"
		}
		all = append(all, d)
	}
	return all, nil
}

// simulated is the word for data that the program makes by rules.
const simulated = "simulated"

func (d Digest) simulated() bool { return strings.HasPrefix(d.Without, simulated) }

// isFile reports whether a word names a file for the control.
func isFile(t param.Text, name string) bool {
	for _, end := range t.Files {
		if strings.HasSuffix(strings.ToLower(name), end) {
			return true
		}
	}
	return strings.ContainsAny(name, `/\`)
}

// FileDigest returns the SHA-256 of a file that the session may open, in hex.
func FileDigest(ctx context.Context, path string) (string, error) {
	if err := work.MayOpen(ctx, path); err != nil {
		return "", err
	}
	f, err := source.Open(path, math.MaxInt64)
	if err != nil {
		return "", fmt.Errorf("the digest of %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("the digest of %s: %w", path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
