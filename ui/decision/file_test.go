package decision

import (
	"bytes"
	"strings"
	"testing"
)

// Whatever a file says, it is read or refused in one line, and what is read can be written and read again.
func FuzzParse(f *testing.F) {
	sealed, err := Decision{Question: "q", Address: "flips", By: "a", Because: "b", Program: Program{Version: "1.0.0"}}.sealed()
	if err != nil {
		f.Fatal(err)
	}
	var whole bytes.Buffer
	if err := Write(&whole, []Decision{sealed}); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	for _, text := range []string{``, `{`, `{"decisions": []}`, `{"decisions": [{}]}`, `{"decisions": [1e999]}`, `{"decisions": [null]}`, `[[[[[[[[[[[[[[[[`,
		strings.Replace(whole.String(), `"1.0.0"`, `"2.0.0"`, 1), strings.Replace(whole.String(), `"readings": []`, `"readings": [{"value": {}}]`, 1)} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Parse(data, "1.0.0")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		for _, r := range list {
			if r.Newer != "" {
				continue
			}
			d, err := r.sealed()
			if err != nil {
				t.Fatal(err)
			}
			if r.Changed != (d.SHA256 != r.SHA256) {
				t.Errorf("changed %v: %s and %s", r.Changed, d.SHA256, r.SHA256)
			}
		}
	})
}
