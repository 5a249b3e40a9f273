package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// A sheet is data: nothing in it computes, is hidden, or is an error.
func TestSheetIsData(t *testing.T) {
	if why := noData(reflect.TypeFor[Sheet](), map[reflect.Type]bool{}); why != "" {
		t.Error(why)
	}
	for planted, want := range map[reflect.Type]string{
		reflect.TypeFor[struct{ Of []func() }]():         "a func",
		reflect.TypeFor[struct{ Of map[string]error }](): "an error",
		reflect.TypeFor[struct{ Of *struct{ n int } }](): "n is hidden",
		reflect.TypeFor[[2]chan int]():                   "a chan",
	} {
		if why := noData(planted, map[reflect.Type]bool{}); !strings.Contains(why, want) {
			t.Errorf("of %s it says %q, not %q", planted, why, want)
		}
	}
}

// noData names a part of a type that cannot be written down.
func noData(in reflect.Type, seen map[reflect.Type]bool) string {
	if seen[in] {
		return ""
	}
	seen[in] = true
	switch in.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return "a " + in.Kind().String()
	case reflect.Slice, reflect.Array, reflect.Pointer, reflect.Map:
		return noData(in.Elem(), seen)
	case reflect.Interface:
		if in != reflect.TypeFor[Mark]() {
			return fmt.Sprintf("an %s", in)
		}
		for _, m := range Marks() {
			if why := noData(reflect.TypeOf(m), seen); why != "" {
				return why
			}
		}
	case reflect.Struct:
		for f := range in.Fields() {
			if !f.IsExported() {
				return f.Name + " is hidden in " + in.String()
			}
			if why := noData(f.Type, seen); why != "" {
				return fmt.Sprintf("%s of %s: %s", f.Name, in, why)
			}
		}
	}
	return ""
}
