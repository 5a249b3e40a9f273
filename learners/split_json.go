package learners

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
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

// elements returns the values of a list.
func elements(list json.RawMessage) ([]json.RawMessage, error) {
	i := skip(list, 0)
	if i >= len(list) || list[i] != '[' {
		return nil, fmt.Errorf("%s where a list [...] would do", describe(list))
	}
	var values []json.RawMessage
	for i = skip(list, i+1); i < len(list) && list[i] != ']'; i = skip(list, i) {
		end := scan(list, i)
		values = append(values, list[i:end])
		i = end
	}
	return values, nil
}

// numbers reads a list of numbers with read, which reads one.
func numbers[T any](list json.RawMessage, read func([]byte) (T, error)) ([]T, error) {
	i := skip(list, 0)
	if i >= len(list) || list[i] != '[' {
		return nil, fmt.Errorf("%s where a list of numbers would do", describe(list))
	}
	values := []T{}
	for i = skip(list, i+1); i < len(list) && list[i] != ']'; i = skip(list, i) {
		end := scan(list, i)
		v, err := read(list[i:end])
		if err != nil {
			return nil, fmt.Errorf("number %d is %w", len(values), err)
		}
		values = append(values, v)
		i = end
	}
	return values, nil
}

func readFloat(word []byte) (float64, error) {
	v, err := strconv.ParseFloat(string(word), 64)
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s, which is too large", quote(string(word)))
	}
	return 0, fmt.Errorf("%s; only finite numbers will do", describe(word))
}

func readInt[T int | int32](word []byte) (T, error) {
	v, err := strconv.ParseInt(string(word), 10, 64)
	switch {
	case err == nil && int64(T(v)) == v:
		return T(v), nil
	case describe(word) == "a number":
		return 0, fmt.Errorf("%s where a whole number would do", clean(string(word), 60))
	}
	return 0, fmt.Errorf("%s where a whole number would do", describe(word))
}
