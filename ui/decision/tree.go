package decision

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits of JSON: how deep objects and lists may be nested, where a decision nests six, and how many values it has.
const (
	deepest    = 12
	mostValues = 1 << 20
)

// tree reads JSON to maps, lists, numbers, texts and truths. A name that stands twice in an object is refused: readers would
// not agree on which holds. So is one that is not written in small letters, which some readers take for another.
func tree(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("the file is not UTF-8; JSON as dpscope decision writes it would work")
	}
	t := treeReader{Decoder: json.NewDecoder(bytes.NewReader(data))}
	t.UseNumber()
	v, err := t.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := t.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows the end of the JSON; one object would work")
	}
	return v, nil
}

type treeReader struct {
	*json.Decoder
	values int
}

func (t *treeReader) token() (json.Token, error) {
	token, err := t.Token()
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, fmt.Errorf("the JSON ends too early, after %d bytes; a whole file would work", t.InputOffset())
	case err != nil:
		return nil, fmt.Errorf("byte %d is no JSON: %w; a file as dpscope decision writes it would work", t.InputOffset(), err)
	}
	return token, nil
}

func (t *treeReader) value(depth int) (any, error) {
	if depth > deepest {
		return nil, fmt.Errorf("objects are nested more than %d deep; a decision nests less", deepest)
	}
	if t.values++; t.values > mostValues {
		return nil, fmt.Errorf("it holds more than %d values; files with fewer decisions would work", mostValues)
	}
	token, err := t.token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			return t.list(depth)
		}
		return t.object(depth)
	case json.Number:
		v, err := token.Float64()
		if err != nil {
			return nil, fmt.Errorf("the number %s is beyond all that can be computed with", token)
		}
		return v, nil
	}
	return token, nil
}

func (t *treeReader) list(depth int) (any, error) {
	list := []any{}
	for t.More() {
		v, err := t.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := t.token()
	return list, err
}

func (t *treeReader) object(depth int) (any, error) {
	object := map[string]any{}
	for t.More() {
		token, err := t.token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		if _, twice := object[name]; twice {
			return nil, fmt.Errorf("%q is said twice in one object; once would work", name)
		}
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			return nil, fmt.Errorf("a decision has no field %q; names have small letters", name)
		}
		if object[name], err = t.value(depth + 1); err != nil {
			return nil, err
		}
	}
	_, err := t.token()
	return object, err
}

// digest returns the SHA-256 of an object without its own digest, in hex: of its JSON with sorted names and without blanks.
func digest(object map[string]any) (string, error) {
	rest := map[string]any{}
	for name, v := range object {
		if name != "sha256" {
			rest[name] = v
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(rest); err != nil {
		return "", err
	}
	sum := sha256.Sum256(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return hex.EncodeToString(sum[:]), nil
}
