package classifier

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// A named file is opened or refused, whether or not a record of it is named; without one the page takes its first usable
// record, and says so.
func TestNamedFilesAreOpened(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := write("foreign.csv", "a,b\n1,2\n")
	good := write("good.csv", "age,bmi,avg_glucose_level,hypertension,heart_disease,ever_married\n,,,,,\n0.4,0.3,0.2,0,1,1\n0.9,0.9,0.9,1,1,1\n")
	for _, v := range []view.View{Utility, Map, forRecord} {
		for query, says := range map[string]string{
			"data=" + filepath.Join(folder, "none.csv"): "no such file",
			"data=" + foreign:                      "dpscope train makes one, and dpscope convert",
			"data=" + foreign + "&record=stroke-A": "none of the columns",
		} {
			if _, err := viewtest.Ask(t, v, query); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s?%s: %v, want %s", v.Name, query, err, says)
			}
		}
		of := viewtest.Sheet(t, v, "sure=on&data="+good)
		named := viewtest.Sheet(t, v, "sure=on&record=line:3&data="+good)
		if got, want := of.Lead.Answer.String(), named.Lead.Answer.String(); got != want {
			t.Errorf("%s: without a record it says %q, of line 3 %q", v.Name, got, want)
		}
		if !strings.Contains(of.Provenance.Text, "record=line:3") {
			t.Errorf("%s says %q of whom it took", v.Name, of.Provenance.Text)
		}
	}
}
