package modelfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"dpscope/learners/source"
)

// read reads one value: see Need.
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
			return fmt.Errorf("%s where a text would work", describe(text))
		}
		*into, err = unquote(text)
	case *bool:
		if *into = string(text) == "true"; !*into && string(text) != "false" {
			return fmt.Errorf("%s where true or false would work", describe(text))
		}
	case *json.RawMessage:
		*into = text
	default:
		panic(fmt.Sprintf("modelfile: no way to read a %T", into))
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

// Word reads a text, a number or a truth value as a name.
func Word(raw json.RawMessage) (string, error) {
	var name string
	switch kind := describe(raw); kind {
	case "a text":
		var err error
		if name, err = unquote(raw); err != nil {
			return "", err
		}
	case "a number", "true", "false":
		name = string(bytes.TrimSpace(raw))
	default:
		return "", fmt.Errorf("%s where a name would work", kind)
	}
	if name = source.Name(name); name == "" {
		return "", errors.New("the name has no character that can be shown; a word would work")
	}
	return name, nil
}

// IsText reports whether a value is a text.
func IsText(raw json.RawMessage) bool { return describe(raw) == "a text" }

// Text reads a text, and any other value as it is written.
func Text(raw json.RawMessage) (string, error) {
	if IsText(raw) {
		return unquote(raw)
	}
	return string(raw[:min(len(raw), maxTextBytes)]), nil
}
