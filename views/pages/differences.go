package pages

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"dpscope/engine"
)

// most limits the differences that are reported for a page.
const most = 12

// Differences reports how a page differs from its recorded one: where, the old value and the new one. Numbers may differ in
// their last digits, as other processors add in another order.
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

// list compares lists in order; of named things it reports the missing and the new ones, and compares the others.
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

// places maps names to places; nil where names are not unique.
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

// place returns the name of a thing in a list, else its number.
func place(list reflect.Value, i int) string {
	if n := name(list.Index(i)); n != "" {
		return n
	}
	return fmt.Sprint(i)
}

// name returns the name of a mark or an answer: "Curve pm", "epsilon-required".
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

// alike reports whether two numbers are equal up to rounding.
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
