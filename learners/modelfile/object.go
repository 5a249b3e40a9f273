// Package modelfile reads and writes the JSON of classifier files, key by key
// and up to limits. It knows the form of a file, and no kind of classifier.
package modelfile

import (
	"encoding/json"
	"fmt"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// Object is a JSON object read key by key, so that a key that is misspelt,
// missing or given twice is said and not passed over. Its text has been
// checked to be JSON.
type Object struct {
	keys   []string // in the file's order
	fields map[string]json.RawMessage
}

// NewObject reads an object of not very many keys.
func NewObject(text json.RawMessage) (*Object, error) { return ReadObject(text, maxKeys) }

// ReadObject reads an object of at most most keys.
func ReadObject(text json.RawMessage, most int) (*Object, error) {
	o := &Object{fields: map[string]json.RawMessage{}}
	i := skip(text, 0)
	if i >= len(text) || text[i] != '{' {
		return nil, fmt.Errorf("%s where an object {...} would work", describe(text))
	}
	for i = skip(text, i+1); i < len(text) && text[i] != '}'; i = skip(text, i) {
		if len(o.keys) == most {
			return nil, fmt.Errorf("an object of more than %d keys; at most as many would work", most)
		}
		end := scan(text, i)
		key, err := unquote(text[i:end])
		if err != nil {
			return nil, fmt.Errorf("key %d: %w", len(o.keys), err)
		}
		i = skip(text, end)
		end = scan(text, i)
		if _, twice := o.fields[key]; twice {
			return nil, fmt.Errorf("key %s is given twice; once would work", source.Quote(key))
		}
		o.keys = append(o.keys, key)
		o.fields[key] = text[i:end]
		i = end
	}
	return o, nil
}

// Only returns an error for a key that is not among the known ones.
func (o *Object) Only(known ...string) error {
	for _, key := range o.keys {
		found := false
		for _, k := range known {
			found = found || k == key
		}
		if !found {
			return &param.UnknownError{What: "key", Name: source.Name(key), Known: known}
		}
	}
	return nil
}

// Has reports whether the key is there.
func (o *Object) Has(key string) bool {
	_, ok := o.fields[key]
	return ok
}

// Need reads the value of key, which must be there, into a number, a text, a
// truth value, or lists of numbers, of texts or of values. Null is none of
// them. For a list, most says how many values it may have, and for a list of
// lists how many each may have on each level.
func (o *Object) Need(key string, into any, most ...int) error {
	text, ok := o.fields[key]
	if !ok {
		return fmt.Errorf("%s is missing", key)
	}
	if err := read(text, into, most...); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// May reads the value of key if it is there.
func (o *Object) May(key string, into any, most ...int) error {
	if !o.Has(key) {
		return nil
	}
	return o.Need(key, into, most...)
}

// Keys lists the keys in the order of the file.
func (o *Object) Keys() []string { return o.keys }

// Raw returns the value of a key as it is written, nil when it is not there.
func (o *Object) Raw(key string) json.RawMessage { return o.fields[key] }

// Whole reads a whole number, if it is there, in a range that keeps products far from overflow.
func (o *Object) Whole(key string, into *int, low, high int) error {
	if err := o.May(key, into); err != nil {
		return err
	}
	if *into < low || *into > high {
		return fmt.Errorf("%s = %d is outside [%d, %d]", key, *into, low, high)
	}
	return nil
}
