package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/learners/model"
	"dpscope/learners/table"
)

func TestConvertPrintsAScript(t *testing.T) {
	status, out, _ := call("", "convert")
	if status != 0 || !strings.Contains(out, "def save_model(") || strings.Contains(out, "import pickle") {
		t.Errorf("status %d, %d bytes", status, len(out))
	}
}

// A classifier of raw values with declared bounds can be explored; without them the program asks for them.
func TestConvertDeclaresBounds(t *testing.T) {
	folder := t.TempDir()
	raw, bounded := filepath.Join(folder, "raw.json"), filepath.Join(folder, "bounded.json")
	const file = `{"format":"dpscope-classifier/1","kind":"additive_trees","features":["age","bmi"],"start":[0,0.1],` +
		`"trees":[{"feature":[0,-1,-1],"threshold":[45.5,0,0],"left":[1,0,0],"right":[2,0,0],"value":[0,-1,1]}]}`
	if err := os.WriteFile(raw, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, out, trouble := call("", "read", "utility?classifier="+raw+"&private=age"); status == 0 || !strings.Contains(out, "which scale does the classifier take age on?") {
		t.Errorf("without bounds: status %d, %s", status, trouble)
	}
	if status, _, trouble := call("", "convert", raw, "--bounds", "age=0..100 years", "--private", "age", "-o", bounded); status != 0 || !strings.Contains(trouble, "opens it") {
		t.Fatalf("status %d: %s", status, trouble)
	}
	m, err := model.Open(bounded)
	if err != nil {
		t.Fatal(err)
	}
	if f := m.Features[0]; f.Scale != (table.Scale{Divisor: 100}) || f.Unit != "years" || strings.Join(m.PrivateNames(), "") != "age" {
		t.Errorf("written %+v, private %v", f, m.PrivateNames())
	}
	if status, _, trouble := call("", "read", "utility?classifier="+bounded); status != 0 {
		t.Errorf("with bounds: status %d, %s", status, trouble)
	}
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{raw, "--bounds", "age"}, `--bounds = "age" is not NAME=LOW..HIGH`},
		{[]string{raw, "--bounds", "age=3..1"}, "the lower first"},
		{[]string{raw, "--bounds", "height=0..1"}, `feature = "height" is not known`},
		{[]string{bounded, "--bounds", "age=0..10"}, "age has bounds in the file, 0 to 100"},
		{[]string{"--private", "age"}, "a model's file is missing"},
		{[]string{raw, raw}, "2 files are given"},
	} {
		if status, _, trouble := call("", append([]string{"convert"}, c.flags...)...); status == 0 || !strings.Contains(trouble, c.want) {
			t.Errorf("%v: status %d, %s", c.flags, status, trouble)
		}
	}
}
