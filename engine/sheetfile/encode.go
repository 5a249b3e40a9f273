// Package sheetfile writes a screen's content as data, and reads it back: JSON with the structs of package
// engine as objects and their fields as names.
package sheetfile

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"dpscope/engine"
)

// marks maps the types of engine.Mark by name.
var marks = func() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, m := range engine.Marks() {
		types[reflect.TypeOf(m).Name()] = reflect.TypeOf(m)
	}
	return types
}()

// Encode writes a sheet so that equal sheets give equal bytes: fields in their order and without zero ones,
// floats to the last digit, NaN and ±Inf as words, a mark as an object with one field, its kind.
func Encode(s engine.Sheet) ([]byte, error) { return encode(nil, reflect.ValueOf(s)) }

// encode appends a value.
func encode(to []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Float64:
		return encodeFloat(to, v.Float()), nil
	case reflect.Int, reflect.Int64:
		return strconv.AppendInt(to, v.Int(), 10), nil
	case reflect.Uint8, reflect.Uint64:
		return strconv.AppendUint(to, v.Uint(), 10), nil
	case reflect.Bool:
		return strconv.AppendBool(to, v.Bool()), nil
	case reflect.String:
		return encodeText(to, v.String())
	case reflect.Struct:
		return encodeFields(to, v)
	case reflect.Slice, reflect.Array:
		return encodeList(to, v)
	case reflect.Map:
		return encodeMap(to, v)
	case reflect.Pointer:
		return encode(to, v.Elem())
	case reflect.Interface:
		return encodeMark(to, v.Elem())
	}
	return nil, fmt.Errorf("a %s is no data", v.Kind())
}

func encodeFloat(to []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(strconv.AppendFloat(append(to, '"'), f, 'g', -1, 64), '"')
	}
	return strconv.AppendFloat(to, f, 'g', -1, 64)
}

func encodeText(to []byte, s string) ([]byte, error) {
	if !utf8.ValidString(s) {
		return nil, fmt.Errorf("%q is no UTF-8", s)
	}
	text, err := json.Marshal(s)
	return append(to, text...), err
}

func encodeFields(to []byte, v reflect.Value) (_ []byte, err error) {
	to = append(to, '{')
	first := true
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() {
			return nil, fmt.Errorf("%s.%s is hidden", v.Type(), field.Name)
		}
		if v.Field(i).IsZero() {
			continue
		}
		if !first {
			to = append(to, ',')
		}
		first = false
		if to, err = encode(append(append(append(to, '"'), field.Name...), '"', ':'), v.Field(i)); err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	return append(to, '}'), nil
}

func encodeList(to []byte, v reflect.Value) (_ []byte, err error) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return append(to, "null"...), nil
	}
	to = append(to, '[')
	for i := range v.Len() {
		if i > 0 {
			to = append(to, ',')
		}
		if to, err = encode(to, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(to, ']'), nil
}

// encodeMap writes a map of words with sorted keys.
func encodeMap(to []byte, v reflect.Value) (_ []byte, err error) {
	values := map[string]reflect.Value{}
	for _, k := range v.MapKeys() {
		values[k.String()] = v.MapIndex(k)
	}
	to = append(to, '{')
	for i, k := range slices.Sorted(maps.Keys(values)) {
		if i > 0 {
			to = append(to, ',')
		}
		if to, err = encodeText(to, k); err != nil {
			return nil, err
		}
		if to, err = encode(append(to, ':'), values[k]); err != nil {
			return nil, err
		}
	}
	return append(to, '}'), nil
}

func encodeMark(to []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(to, "null"...), nil
	}
	name := v.Type().Name()
	if marks[name] != v.Type() {
		return nil, fmt.Errorf("%s is no mark", v.Type())
	}
	to, err := encode(fmt.Appendf(to, "{%q:", name), v)
	return append(to, '}'), err
}
