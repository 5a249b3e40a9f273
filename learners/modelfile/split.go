package modelfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"dpscope/learners/source"
)

// The functions of this file take JSON apart that json.Valid has accepted, so
// that they need not look for mistakes of form; a forest is mostly long lists
// of numbers, which encoding/json reads ten times as slowly.

// scan returns where the value that starts at text[i] ends.
func scan(text []byte, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			depth++
			continue
		case ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// skip returns the index of the first byte at or after i that is neither
// white space nor a separator.
func skip(text []byte, i int) int {
	for i < len(text) {
		switch text[i] {
		case ' ', '\t', '\r', '\n', ',', ':':
			i++
		default:
			return i
		}
	}
	return i
}

// each calls visit with the values of a list in turn, and refuses the list
// when it has more than most.
func each(list json.RawMessage, most int, visit func(n int, value json.RawMessage) error) error {
	i := skip(list, 0)
	if i >= len(list) || list[i] != '[' {
		return fmt.Errorf("%s where a list [...] would work", describe(list))
	}
	n := 0
	for i = skip(list, i+1); i < len(list) && list[i] != ']'; i = skip(list, i) {
		if n == most {
			return fmt.Errorf("a list of more than %d values; at most as many would work", most)
		}
		end := scan(list, i)
		if err := visit(n, list[i:end]); err != nil {
			return err
		}
		n++
		i = end
	}
	return nil
}

// elements returns the values of a list of at most most.
func elements(list json.RawMessage, most int) (values []json.RawMessage, err error) {
	err = each(list, most, func(_ int, value json.RawMessage) error {
		values = append(values, value)
		return nil
	})
	return values, err
}

// numbers reads a list of at most most numbers with read, which reads one.
func numbers[T any](list json.RawMessage, read func([]byte) (T, error), most int) ([]T, error) {
	values := make([]T, 0, min(bytes.Count(list, []byte(","))+1, (len(list)-1)/2, most))
	err := each(list, most, func(n int, value json.RawMessage) error {
		v, err := read(value)
		if err != nil {
			return fmt.Errorf("number %d is %w", n, err)
		}
		values = append(values, v)
		return nil
	})
	return values, err
}

// unquote reads a text of at most maxTextBytes.
func unquote(text json.RawMessage) (s string, err error) {
	if len(text) > maxTextBytes {
		return "", fmt.Errorf("a text of %s; at most %s would work", source.Size(int64(len(text))), source.Size(maxTextBytes))
	}
	return s, json.Unmarshal(text, &s)
}

func readFloat(word []byte) (float64, error) {
	v, err := strconv.ParseFloat(string(word), 64)
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s, which is too large", source.Quote(string(word)))
	}
	return 0, fmt.Errorf("%s; only finite numbers will do", describe(word))
}

func readInt[T int | int32](word []byte) (T, error) {
	v, err := strconv.ParseInt(string(word), 10, 64)
	switch {
	case err == nil && int64(T(v)) == v:
		return T(v), nil
	case describe(word) == "a number":
		return 0, fmt.Errorf("%s where a whole number would work", source.Clean(string(word), 60))
	}
	return 0, fmt.Errorf("%s where a whole number would work", describe(word))
}
