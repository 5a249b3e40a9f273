package decision

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"dpscope/engine"
	"dpscope/learners/source"
)

// Ending is the ending of a file of decisions.
const Ending = ".json"

// Limits of a file of decisions.
const (
	MostBytes = 20 << 20
	most      = 1000 // decisions
)

// file is the shape of a file.
type file struct {
	Decisions []Decision `json:"decisions"`
}

// Read is a decision as it stands in a file.
type Read struct {
	Decision
	Changed bool   // its digest is another: it was changed after it was written
	Newer   string // why this program cannot read all of it; empty: it can
}

// Is reports whether JSON begins as a file of decisions does.
func Is(data []byte) bool {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return false
	}
	name, err := d.Token()
	return err == nil && name == "decisions"
}

// Write writes decisions as JSON that people can read.
func Write(w io.Writer, decisions []Decision) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(file{decisions})
}

// Add returns a file with one decision more, and how many it has; an empty text is a file without any.
func Add(data []byte, d Decision) (grown []byte, count int, err error) {
	var all []Decision
	if len(bytes.TrimSpace(data)) > 0 {
		read, err := Parse(data, d.Program.Version)
		if err != nil {
			return nil, 0, err
		}
		for i, r := range read {
			if r.Changed || r.Newer != "" {
				return nil, 0, fmt.Errorf("decision %d was changed, or is of a newer version; dpscope check says more", i+1)
			}
			all = append(all, r.Decision)
		}
	}
	var b bytes.Buffer
	err = Write(&b, append(all, d))
	return b.Bytes(), len(all) + 1, err
}

// Parse reads a file of decisions for the version of the present program.
func Parse(data []byte, version string) ([]Read, error) {
	if len(data) > MostBytes {
		return nil, fmt.Errorf("it has %s; at most %s would work", source.Size(int64(len(data))), source.Size(MostBytes))
	}
	root, err := tree(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	object, _ := root.(map[string]any)
	list, is := object["decisions"].([]any)
	switch {
	case !is || len(object) != 1:
		return nil, errors.New(`it is no file of decisions; {"decisions": [...]} as dpscope decision writes it would work`)
	case len(list) == 0:
		return nil, errors.New("there is no decision in it; dpscope decision writes some")
	case len(list) > most:
		return nil, source.AtMost(len(list), "decisions", most)
	}
	all := make([]Read, len(list))
	for i, one := range list {
		if all[i], err = parse(one, version); err != nil {
			return nil, fmt.Errorf("decision %d: %w", i+1, err)
		}
	}
	return all, nil
}

// parse reads one decision. Of one of a newer version it reads what it knows.
func parse(one any, version string) (r Read, err error) {
	object, is := one.(map[string]any)
	if !is {
		return r, errors.New("it is no object")
	}
	own, _ := object["sha256"].(string)
	if !isDigest(own) {
		return r, fmt.Errorf("sha256 = %s is no SHA-256; 64 digits of 0 to 9 and a to f would work", source.Quote(own))
	}
	sum, err := digest(object)
	if err != nil {
		return r, err
	}
	r.Changed = sum != own
	program, _ := object["program"].(map[string]any)
	made, _ := program["version"].(string)
	newer, err := isNewer(made, version)
	if err != nil {
		return r, err
	}
	if newer {
		r.Newer = fmt.Sprintf("dpscope %s made it, and this is %s, which cannot know all that a newer one says; %s would work", made, version, made)
		r.Question, r.Address = said(word(object["question"])), word(object["address"])
		r.By, r.Because, r.Program.Version, r.SHA256 = said(word(object["by"])), said(word(object["because"])), made, own
		return r, nil
	}
	if r.Decision, err = readFields(object); err != nil {
		return r, err
	}
	return r, r.check()
}

func word(v any) string {
	text, _ := v.(string)
	return text
}

// readFields reads the fields of a decision; it knows each, and none may be missing.
func readFields(object map[string]any) (d Decision, err error) {
	text, err := json.Marshal(object)
	if err != nil {
		return d, err
	}
	read := json.NewDecoder(bytes.NewReader(text))
	read.DisallowUnknownFields()
	if err := read.Decode(&d); err != nil {
		return d, inWords(err)
	}
	for _, name := range []string{"question", "address", "by", "because", "program", "files", "readings"} {
		if object[name] == nil || object[name] == "" {
			return d, fmt.Errorf("%s is missing; a decision as dpscope decision writes it would work", name)
		}
	}
	return d, nil
}

// inWords says what is wrong with a field.
func inWords(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("%s is a %s, which it cannot be", strings.ToLower(kind.Field), kind.Value)
	}
	return errors.New(strings.Replace(err.Error(), "json: unknown field", "a decision has no field", 1))
}

// check returns an error where a decision says what none can.
func (d Decision) check() error {
	for _, f := range d.Files {
		if f.SHA256 != "" && !isDigest(f.SHA256) {
			return fmt.Errorf("the digest %s of %s is no SHA-256; 64 digits of 0 to 9 and a to f would work", source.Quote(f.SHA256), source.Name(f.Name))
		}
	}
	for _, r := range d.Readings {
		for name, v := range map[string]any{"value": r.Value, "low": r.Low, "high": r.High} {
			switch v.(type) {
			case nil, float64, string:
			default:
				return fmt.Errorf("%s of %s is neither a number nor a word", name, source.Name(r.Reading))
			}
		}
	}
	return d.decided()
}

func isDigest(text string) bool {
	const letters, digits = "0123456789abcdef", 64
	return len(text) == digits && strings.Trim(text, letters) == ""
}

// sealed returns the decision with its digest.
func (d Decision) sealed() (Decision, error) {
	if d.Files == nil {
		d.Files = []Input{}
	}
	if d.Readings == nil {
		d.Readings = []engine.AnswerLine{}
	}
	text, err := json.Marshal(d)
	if err != nil {
		return d, err
	}
	root, err := tree(text)
	if err != nil {
		return d, err
	}
	d.SHA256, err = digest(root.(map[string]any))
	return d, err
}
