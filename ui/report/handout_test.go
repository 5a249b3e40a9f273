package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/work/worktest"
	"dpscope/views"
)

// A handout has a first page and one for each setting, which link to each other and to the explorer, run no script, and fetch
// nothing.
func TestHandout(t *testing.T) {
	var pages []Page
	for _, address := range []string{"survey?n=500", "flips?epsilon=2"} {
		v, values, err := views.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := v.Sheet(worktest.Session(context.Background(), 0), values, func(engine.Sheet) {})
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, Page{View: v, Values: values, Sheet: sheet, Note: "of <script>alert(1)</script>"})
	}
	files, err := Handout{Title: "Week <3>", Pages: pages, Live: "https://example.org/"}.Files("out")
	if err != nil || len(files) != 3 {
		t.Fatal(len(files), err)
	}
	says := map[string][]string{
		"index.html":    {"Week &lt;3&gt;", `href="1-survey.html"`, `href="2-flips.html"`, `href="https://example.org/#survey?n=500"`, "&lt;script&gt;"},
		"1-survey.html": {"<svg", "margin of error", `href="index.html"`, `href="https://example.org/#survey?n=500"`},
		"2-flips.html":  {"<svg", `href="https://example.org/#flips?epsilon=2"`},
	}
	for _, f := range files {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(f.Path)
		if says[name] == nil {
			t.Errorf("%s is written too", f.Path)
		}
		for _, text := range says[name] {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s lacks %s", name, text)
			}
		}
		if strings.Contains(b.String(), "<script") || !strings.Contains(b.String(), "default-src 'none'") {
			t.Errorf("%s may run a script or fetch something", name)
		}
		for d := xml.NewDecoder(&b); ; {
			d.Strict, d.AutoClose = false, xml.HTMLAutoClose
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(name, err)
			}
		}
	}
}

func TestFragment(t *testing.T) {
	for address, want := range map[string]string{"survey?n=500": "#survey?n=500", "population?data=a b%20'c'": "#population?data=a%20b%2520%27c%27"} {
		if got := Fragment(address); got != want {
			t.Errorf("%s: %s, not %s", address, got, want)
		}
	}
}
