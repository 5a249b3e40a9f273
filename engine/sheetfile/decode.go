package sheetfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"dpscope/engine"
)

// Decode inverts Encode. The error says where the data are no sheet.
func Decode(data []byte) (s engine.Sheet, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var plain any
	if err := d.Decode(&plain); err != nil {
		return s, err
	}
	if _, err := d.Token(); err != io.EOF {
		return s, fmt.Errorf("something follows the sheet")
	}
	err = decode(plain, reflect.ValueOf(&s).Elem())
	return s, err
}

// decode fills a value with what JSON has in its place.
func decode(from any, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return decode(from, v.Elem())
	case reflect.Interface:
		if from == nil {
			return nil
		}
		return object(from, func(name string, of any) error { return decodeMark(name, of, v) })
	case reflect.Struct:
		return object(from, func(name string, of any) error {
			f := v.FieldByName(name)
			if field, found := v.Type().FieldByName(name); !found || len(field.Index) > 1 {
				return fmt.Errorf("%s has no such field", v.Type())
			}
			return decode(of, f)
		})
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		return object(from, func(name string, of any) error {
			e := reflect.New(v.Type().Elem()).Elem()
			err := decode(of, e)
			v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), e)
			return err
		})
	case reflect.Slice, reflect.Array:
		return decodeList(from, v)
	}
	return decodeWord(from, v)
}

// object calls a function with every field of an object.
func object(from any, of func(name string, value any) error) error {
	fields, is := from.(map[string]any)
	if !is {
		return fmt.Errorf("%v is no object", from)
	}
	for name, value := range fields {
		if err := of(name, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func decodeMark(name string, of any, v reflect.Value) error {
	kind, known := marks[name]
	if !known {
		return fmt.Errorf("it is no mark")
	}
	m := reflect.New(kind).Elem()
	err := decode(of, m)
	v.Set(m)
	return err
}

func decodeList(from any, v reflect.Value) error {
	if from == nil && v.Kind() == reflect.Slice {
		return nil
	}
	list, is := from.([]any)
	if !is || v.Kind() == reflect.Array && len(list) != v.Len() {
		return fmt.Errorf("%v is no %s", from, v.Type())
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	}
	for i, e := range list {
		if err := decode(e, v.Index(i)); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}

// decodeWord fills a value that has no parts.
func decodeWord(from any, v reflect.Value) (err error) {
	text, quoted := from.(string)
	if n, is := from.(json.Number); is {
		text = n.String()
	}
	switch kind := v.Kind(); {
	case kind == reflect.String && quoted:
		v.SetString(text)
	case kind == reflect.Bool:
		b, is := from.(bool)
		if v.SetBool(b); !is {
			err = fmt.Errorf("%v is neither true nor false", from)
		}
	case kind == reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		v.SetFloat(f)
	case v.CanInt() && !quoted:
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint() && !quoted:
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	default:
		err = fmt.Errorf("%v is no %s", from, v.Type())
	}
	return err
}
