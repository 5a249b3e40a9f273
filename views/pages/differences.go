package pages

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"dpscope/engine"
)

// most is how many differences of a page are told.
const most = 12

// Differences tells in what a page is no longer the one that was kept: where, what stood
// there and what stands there now. Numbers may differ in their last digits, as other
// processors add up in another way.
func Differences(was, is engine.Sheet) []string {
	var d differences
	d.walk("", reflect.ValueOf(was), reflect.ValueOf(is))
	if more := len(d) - most; more > 0 {
		d = append(d[:most], fmt.Sprintf("%d more", more))
	}
	return d
}

type differences []string

func (d *differences) add(at, was, is string) {
	*d = append(*d, fmt.Sprintf("%s: %s became %s", strings.TrimPrefix(at, "."), was, is))
}

// walk compares two values of one type.
func (d *differences) walk(at string, was, is reflect.Value) {
	switch was.Kind() {
	case reflect.Struct:
		for i := range was.NumField() {
			d.walk(at+"."+was.Type().Field(i).Name, was.Field(i), is.Field(i))
		}
	case reflect.Slice, reflect.Array:
		d.list(at, was, is)
	case reflect.Map:
		d.words(at, was, is)
	case reflect.Pointer, reflect.Interface:
		switch {
		case was.IsNil() && is.IsNil():
		case was.IsNil() || is.IsNil() || was.Elem().Type() != is.Elem().Type():
			d.add(at, told(was), told(is))
		default:
			d.walk(at, was.Elem(), is.Elem())
		}
	case reflect.Float64:
		if !alike(was.Float(), is.Float()) {
			d.add(at, told(was), told(is))
		}
	default:
		if was.Interface() != is.Interface() {
			d.add(at, told(was), told(is))
		}
	}
}

// list compares what stands in order; of things that have names those that are gone and
// those that are new are told, and the others compared.
func (d *differences) list(at string, was, is reflect.Value) {
	wasAt, isAt := places(was), places(is)
	if was.Len() != is.Len() && (wasAt == nil || isAt == nil) {
		d.add(at, fmt.Sprintf("%d long", was.Len()), fmt.Sprintf("%d long", is.Len()))
		return
	}
	if was.Len() == is.Len() {
		for i := range was.Len() {
			if name(was.Index(i)) != name(is.Index(i)) {
				d.add(fmt.Sprintf("%s[%d]", at, i), place(was, i), place(is, i))
			} else {
				d.walk(at+"["+place(was, i)+"]", was.Index(i), is.Index(i))
			}
		}
		return
	}
	for i := range was.Len() {
		if k, still := isAt[name(was.Index(i))]; still {
			d.walk(at+"["+place(was, i)+"]", was.Index(i), is.Index(k))
		} else {
			d.add(at, place(was, i), "nothing")
		}
	}
	for i := range is.Len() {
		if _, old := wasAt[name(is.Index(i))]; !old {
			d.add(at, "nothing", place(is, i))
		}
	}
}

// places are where things stand by their names; nil where these do not tell them apart.
func places(list reflect.Value) map[string]int {
	at := map[string]int{}
	for i := range list.Len() {
		at[name(list.Index(i))] = i
	}
	if _, nameless := at[""]; nameless || len(at) < list.Len() {
		return nil
	}
	return at
}

// place is the name of a thing in a list, else its number.
func place(list reflect.Value, i int) string {
	if n := name(list.Index(i)); n != "" {
		return n
	}
	return fmt.Sprint(i)
}

// name is what a mark or an answer is called: "Curve pm", "epsilon-required".
func name(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case engine.Reading:
		return x.Key.String()
	case engine.Mark:
		return strings.TrimSpace(reflect.TypeOf(x).Name() + " " + x.Normal().Name)
	}
	return ""
}

func (d *differences) words(at string, was, is reflect.Value) {
	for _, k := range was.MapKeys() {
		if other := is.MapIndex(k); other.IsValid() {
			d.walk(at+"["+k.String()+"]", was.MapIndex(k), other)
		} else {
			d.add(at+"["+k.String()+"]", told(was.MapIndex(k)), "nothing")
		}
	}
	for _, k := range is.MapKeys() {
		if !was.MapIndex(k).IsValid() {
			d.add(at+"["+k.String()+"]", "nothing", told(is.MapIndex(k)))
		}
	}
}

// alike reports whether two numbers are one but for rounding.
func alike(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-7*math.Abs(a)+1e-12
}

func told(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nothing"
		}
		return v.Elem().Type().String()
	}
	return fmt.Sprintf("%+v", v.Interface())
}
