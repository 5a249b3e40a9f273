package learners

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// object is a JSON object read key by key, so that a key that is misspelt,
// missing or given twice is said and not passed over. Its text has been
// checked to be JSON.
type object struct {
	keys   []string // in the file's order
	fields map[string]json.RawMessage
}

// readObject reads an object of at most most keys.
func readObject(text json.RawMessage, most int) (*object, error) {
	o := &object{fields: map[string]json.RawMessage{}}
	i := skip(text, 0)
	if i >= len(text) || text[i] != '{' {
		return nil, fmt.Errorf("%s where an object {...} would do", describe(text))
	}
	for i = skip(text, i+1); i < len(text) && text[i] != '}'; i = skip(text, i) {
		if len(o.keys) == most {
			return nil, fmt.Errorf("an object of more than %d keys; at most as many would do", most)
		}
		end := scan(text, i)
		key, err := unquote(text[i:end])
		if err != nil {
			return nil, fmt.Errorf("key %d: %w", len(o.keys), err)
		}
		i = skip(text, end)
		end = scan(text, i)
		if _, twice := o.fields[key]; twice {
			return nil, fmt.Errorf("key %s is given twice; once would do", source.Quote(key))
		}
		o.keys = append(o.keys, key)
		o.fields[key] = text[i:end]
		i = end
	}
	return o, nil
}

// only says which key is not among those that mean something here.
func (o *object) only(known ...string) error {
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

func (o *object) has(key string) bool {
	_, ok := o.fields[key]
	return ok
}

// need reads the value of key, which must be there, into a number, a text, a
// truth value, or lists of numbers, of texts or of values. Null is none of
// them. For a list, most says how many values it may have, and for a list of
// lists how many each may have on each level.
func (o *object) need(key string, into any, most ...int) error {
	text, ok := o.fields[key]
	if !ok {
		return fmt.Errorf("%s is missing", key)
	}
	if err := read(text, into, most...); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// may reads the value of key if it is there.
func (o *object) may(key string, into any, most ...int) error {
	if !o.has(key) {
		return nil
	}
	return o.need(key, into, most...)
}

func read(text json.RawMessage, into any, most ...int) (err error) {
	switch into := into.(type) {
	case *float64:
		if *into, err = readFloat(text); err != nil {
			return fmt.Errorf("it is %w", err)
		}
	case *int:
		if *into, err = readInt[int](text); err != nil {
			return fmt.Errorf("it is %w", err)
		}
	case *[]float64:
		*into, err = numbers(text, readFloat, most[0])
	case *[]int:
		*into, err = numbers(text, readInt[int], most[0])
	case *[]int32:
		*into, err = numbers(text, readInt[int32], most[0])
	case *[][]float64:
		*into, err = lists[[]float64](text, most)
	case *[][][]float64:
		*into, err = lists[[][]float64](text, most)
	case *[]json.RawMessage:
		*into, err = elements(text, most[0])
	case *[]string:
		*into, err = lists[string](text, most)
	case *string:
		if text[0] != '"' {
			return fmt.Errorf("%s where a text would do", describe(text))
		}
		*into, err = unquote(text)
	case *bool:
		if *into = string(text) == "true"; !*into && string(text) != "false" {
			return fmt.Errorf("%s where true or false would do", describe(text))
		}
	case *json.RawMessage:
		*into = text
	default:
		panic(fmt.Sprintf("learners: no way to read a %T", into))
	}
	return err
}

// lists reads a list of what read can read.
func lists[T any](text json.RawMessage, most []int) ([]T, error) {
	values := make([]T, 0, min(bytes.Count(text, []byte("[")), most[0])) // room for as many rows as there are
	err := each(text, most[0], func(n int, part json.RawMessage) error {
		values = append(values, *new(T))
		if err := read(part, &values[n], most[1:]...); err != nil {
			return fmt.Errorf("number %d: %w", n, err)
		}
		return nil
	})
	return values, err
}

// describe names the kind of a JSON value.
func describe(text json.RawMessage) string {
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0:
		return "nothing"
	case text[0] == '{':
		return "an object"
	case text[0] == '[':
		return "a list"
	case text[0] == '"':
		return "a text"
	case text[0] == 't', text[0] == 'f', text[0] == 'n':
		return string(text[:min(len(text), 5)])
	}
	return "a number"
}

// checkJSON says where text stops being JSON, or that it holds too much.
func checkJSON(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("the file is empty; a classifier as JSON would do")
	}
	if err := source.AtMost(bytes.Count(text, []byte(",")), "values", maxNumbers); err != nil {
		return err
	}
	if json.Valid(text) {
		return nil
	}
	return placeOfError(text)
}

// placeOfError says where and how text is not JSON.
func placeOfError(text []byte) error {
	var any json.RawMessage
	err := json.Unmarshal(text, &any)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	at := int(min(max(syntax.Offset-1, 0), int64(len(text))))
	line := bytes.Count(text[:at], []byte("\n")) + 1
	column := at - bytes.LastIndexByte(text[:at], '\n')
	where := fmt.Sprintf("line %d, column %d", line, column)
	for _, word := range []string{"NaN", "Infinity"} { // Python writes them
		if bytes.HasPrefix(text[at:], []byte(word)) {
			return fmt.Errorf("%s: %s is no number; only finite numbers will do", where, word)
		}
	}
	if bytes.Contains([]byte(syntax.Error()), []byte("unexpected end")) {
		return fmt.Errorf("%s: the JSON text ends too early; a whole file would do", where)
	}
	return fmt.Errorf("%s: not JSON (%s); a file as `dpscope convert` describes would do", where, source.Clean(syntax.Error(), 80))
}
