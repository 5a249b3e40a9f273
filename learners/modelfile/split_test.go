package modelfile

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzSplitJSON compares the splitting of lists and objects with encoding/json
// on whatever is JSON.
func FuzzSplitJSON(f *testing.F) {
	for _, s := range []string{`[]`, ` [ 1 , -2.5e3,[3],{"a":"]\"}"} ,"\\",null ] `, `{"a":1," b\u0041":[1,2],"c":{}}`, `[1e400]`, `[[1],[2,3]]`, `"x"`, `[1.5,2]`, `[9999999999999999999]`, `{}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		var list []json.RawMessage
		got, err := elements(text, len(text))
		if json.Unmarshal(text, &list) != nil || list == nil {
			if err == nil {
				t.Fatalf("%s is no list, but has elements %s", text, got)
			}
		} else if len(list) != len(got) {
			t.Fatalf("%s has %d elements, found %d", text, len(list), len(got))
		} else {
			for i := range list {
				if string(list[i]) != string(got[i]) {
					t.Fatalf("element %d of %s is %s, found %s", i, text, list[i], got[i])
				}
			}
		}
		var want map[string]json.RawMessage
		o, err := ReadObject(text, len(text))
		if json.Unmarshal(text, &want) != nil || want == nil {
			if err == nil {
				t.Fatalf("%s is no object, but was read as one", text)
			}
		} else if err == nil && !reflect.DeepEqual(o.fields, want) { // an error tells of a key given twice
			t.Fatalf("%s is %s, read as %s", text, want, o.fields)
		}
		var floats []float64
		if v, err := numbers(text, readFloat, len(text)); err == nil {
			if json.Unmarshal(text, &floats) != nil || !reflect.DeepEqual(v, floats) {
				t.Fatalf("%s is %v, read as %v", text, floats, v)
			}
		}
		var ints []int32
		if v, err := numbers(text, readInt[int32], len(text)); err == nil {
			if json.Unmarshal(text, &ints) != nil || !reflect.DeepEqual(v, ints) {
				t.Fatalf("%s is %v, read as %v", text, ints, v)
			}
		}
	})
}
