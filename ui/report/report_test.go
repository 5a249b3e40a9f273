package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/engine/work/worktest"
	"dpscope/views"
	"dpscope/views/pages"
	"dpscope/views/view"
)

var program = engine.Program{Version: "1.2.3", Commit: "1a2b3c4d5e6f", Date: "2026-11-25"}

// sections lists the headings in the order of a page.
var sections = []string{"Picture", "Answers", "Whose records", "Budget", "Refused or warned", "What this does not say", "Make it again", "Sources, version and data"}

// presetPage returns the page of a preset as it was computed before.
func presetPage(t *testing.T, v view.View, preset view.Preset) Page {
	t.Helper()
	values, err := v.Preset(preset.Name)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := pages.Of(v.Name, preset.Name)
	if err != nil {
		t.Fatal(err)
	}
	return Page{View: v, Values: values, Sheet: sheet}
}

// written returns the files of a report by their names.
func written(t *testing.T, r Report, path string) map[string]string {
	t.Helper()
	list, err := r.Files(path)
	if err != nil {
		t.Fatalf("%s: %v", r.Pages[0].address(), err)
	}
	files := map[string]string{}
	for _, f := range list {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		files[f.Path] = b.String()
	}
	return files
}

// The report of every preset of every view has all sections in their order, what an attacker could do before any ε, and every
// answer of the page, and its HTML and XML are well formed. An ordinary run tests the first preset of each view and some of the
// others.
func TestEveryPresetHasAReport(t *testing.T) {
	tried := 0
	for _, v := range views.All {
		for i, preset := range v.Presets {
			if tried++; i > 0 && !effort.Sample(tried, 6, 1) {
				continue
			}
			t.Run(v.Name+"/"+preset.Name, func(t *testing.T) {
				t.Parallel()
				r := Report{Pages: []Page{presetPage(t, v, preset)}, Program: program}
				files := written(t, r, "out/page.md")
				text := files["out/page.md"]
				at := 0
				for _, s := range sections {
					next := strings.Index(text, "\n## "+s+"\n")
					if next < at {
						t.Fatalf("the section %q is missing, or before its turn", s)
					}
					at = next
				}
				body := text[strings.Index(text, "\n"):] // after the question
				attacker := strings.Index(body, "**")
				if e := strings.Index(body, "ε"); e >= 0 && (attacker < 0 || e < attacker) && strings.Contains(r.Pages[0].attacker(), "ttacker") {
					t.Errorf("ε stands before what an attacker could do:\n%.600s", body)
				}
				for _, a := range r.Pages[0].Sheet.Readings {
					if !a.Known.Missing() && !strings.Contains(text, "| "+marked(engine.Harmless(a.Heading()))) {
						t.Errorf("the answer %q is not there", a.Heading())
					}
				}
				if whole := Quoted(v.Address(r.Pages[0].Values)); !strings.Contains(text, "dpscope cite "+marked(whole)) {
					t.Errorf("what is cited is not %s, which means the same when the view opens otherwise", whole)
				}
				if r.Pages[0].View.Budget == "" {
					t.Error("the view does not say what ε is the budget of")
				}
				for name, picture := range files {
					if strings.HasSuffix(name, ".svg") {
						if !strings.Contains(text, "](page.svg)") {
							t.Error("the picture is not named")
						}
						if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil {
							t.Errorf("%s: %v", name, err)
						}
					}
				}
				checkHTML(t, written(t, r, "page.html")["page.html"])
				if i == 0 {
					if out := written(t, r, "page.pdf")["page.pdf"]; !strings.HasPrefix(out, "%PDF-") || !strings.HasSuffix(strings.TrimSpace(out), "%%EOF") {
						t.Error("the PDF is none")
					}
				}
			})
		}
	}
}

// checkHTML fails unless a file is closed HTML without scripts or anything to fetch, with unique names.
func checkHTML(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	ids := map[string]bool{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		tag, is := token.(xml.StartElement)
		if !is {
			continue
		}
		switch tag.Name.Local {
		case "script", "img", "link", "iframe":
			t.Errorf("there is a <%s>", tag.Name.Local)
		}
		for _, a := range tag.Attr {
			if a.Name.Local == "id" && ids[a.Value] || strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("there is a %s=%q, for the second time if it is a name", a.Name.Local, a.Value)
			}
			ids[a.Value] = ids[a.Value] || a.Name.Local == "id"
		}
	}
}

// The same pages give the same bytes, in every format.
func TestSameBytes(t *testing.T) {
	v := views.All[0]
	r := Report{Pages: []Page{presetPage(t, v, v.Presets[0]), presetPage(t, v, v.Presets[1])}, Program: program}
	for _, ending := range Endings {
		one, other := written(t, r, "a"+ending), written(t, r, "a"+ending)
		for name := range one {
			if one[name] != other[name] {
				t.Errorf("%s differs from one time to the next", name)
			}
		}
	}
}

// Several pages have the leads before them, notes, and a picture each.
func TestSeveralPages(t *testing.T) {
	one, other := presetPage(t, views.All[0], views.All[0].Presets[0]), presetPage(t, views.All[1], views.All[1].Presets[0])
	other.Note = "Ask <the board> | *first*"
	files := written(t, Report{Pages: []Page{one, other}, Program: program}, "r.md")
	text := files["r.md"]
	if len(files) != 3 || files["r-1.svg"] == "" || files["r-2.svg"] == "" {
		t.Errorf("there are %d files", len(files))
	}
	if !strings.HasPrefix(text, "# 2 answers") || strings.Count(text, "\n# ") != 2 || strings.Count(text, `> **Note.** Ask &lt;the board\> \| \*first\*`) != 2 {
		t.Errorf("it begins with\n%.900s", text)
	}
	if first := text[:strings.Index(text, "\n# ")]; !strings.Contains(first, "attacker") || !strings.Contains(first, "dpscope report '"+views.All[0].Name+"?") {
		t.Errorf("the first page is\n%s", first)
	}
	checkHTML(t, written(t, Report{Pages: []Page{one, other}, Program: program}, "r.html")["r.html"])
}

// Names that mean something to a spreadsheet, to Markdown or to HTML mean nothing in a report, and a name of 4,000 characters
// is set.
func TestHostileNames(t *testing.T) {
	p := presetPage(t, views.All[0], views.All[0].Presets[0])
	long := strings.Repeat("long ", 400) + strings.Repeat("W", 2000)
	for _, name := range []string{"=HYPERLINK(\"http://x\")", "@SUM(A1)", "<script>alert(1)</script>", "a|b\n# c", "`x` ![y](http://z) \x1b[31m", long} {
		p.Sheet.Readings = append([]engine.Reading{{Key: engine.Key{Name: "hostile"}, Label: name, Top: true, Known: known.Named(name, name)}}, p.Sheet.Readings...)
	}
	p.Sheet.Provenance.Text, p.Note = long, "=1+1 <b>"
	r := Report{Pages: []Page{p}, Program: program}
	text := written(t, r, "r.md")["r.md"]
	for _, bad := range []string{"<script", "| =HYPER", "| @SUM", "\x1b", "\n# c", "![y](http"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q is there as it is", bad)
		}
	}
	checkHTML(t, written(t, r, "r.html")["r.html"])
	if out := written(t, r, "r.pdf")["r.pdf"]; !strings.HasPrefix(out, "%PDF-") {
		t.Error("there is no PDF")
	}
}

func TestDigests(t *testing.T) {
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, values, err := views.Open("population?data=" + file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Digests(worktest.Session(t.Context(), 1<<20), v, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0325301cecd60aaf2ef0c23f668c0b34fccfd4e53443b48618f8c248b7bd5ac2", "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"} // by sha256sum
	if len(got) != 2 || got[0].SHA256 != want[0] || got[1].SHA256 != want[1] {
		t.Errorf("the digests are %+v", got)
	}
	if _, err := Digests(work.With(context.Background(), &work.Session{}), v, values, nil); err == nil {
		t.Error("a session without files reads one")
	}
}

func TestCollections(t *testing.T) {
	got, err := Parse("\ufeff# mine\r\nnoise\r\n\r\npopulation?epsilon=2\r\n> for\r\n> the # board\r\n")
	want := []Collected{{Address: "noise"}, {Address: "population?epsilon=2", Note: "for the # board"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"", "# nothing\n", "> a note\nnoise\n"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// What an attacker could do is the sentence that the lead names; the budget has the rest, and who sees what.
func TestAttackerIsTheSentenceOfTheLead(t *testing.T) {
	say := func(text string) engine.Sentence { return engine.Sentence{{Text: text}} }
	sees := engine.Sees{Raw: "nobody", Protected: "one person's answer", Budget: say("ε = 1 allows 73.1 %.")}
	whole := "Raw data: nobody. Protected: one person's answer. ε = 1 allows 73.1 %."
	right := engine.Reading{Key: engine.Key{Name: view.AttackerRight}, Known: known.Exactly(0.75), Style: numeral.Percent}
	for _, c := range []struct {
		lead     engine.Lead
		readings []engine.Reading
		attacker string
		first    int // blocks
		spent    []string
	}{
		{engine.Lead{Answer: say("At ε = 1 it is so."), Price: say("An attacker may know."), Guess: engine.GuessInPrice, Sees: sees}, nil,
			"An attacker may know.", 2, []string{whole}},
		{engine.Lead{Answer: say("An attacker knows."), Price: say("Answers scatter."), Guess: engine.GuessInAnswer}, nil,
			"An attacker knows.", 1, []string{"Answers scatter."}},
		{engine.Lead{Answer: say("So it is."), Sees: sees}, []engine.Reading{right},
			"An attacker is right at most 75.0 % of the time (a coin toss: 50 %).", 2, []string{whole}},
		{engine.Lead{Answer: say("So it is."), Price: say("It leans."), Sees: sees}, nil, "ε = 1 allows 73.1 %.", 2, []string{"It leans.", whole}},
		{engine.Lead{Answer: say("So it is.")}, nil, "What an attacker could do is not said at this setting.", 2, nil},
	} {
		p := Page{Sheet: engine.Sheet{Lead: c.lead, Readings: c.readings}}
		if got, first, spent := p.attacker(), len(p.lead()), p.spent(); got != c.attacker || first != c.first || !slices.Equal(spent, c.spent) {
			t.Errorf("%s: %q, %d blocks, %q", c.lead.Answer, got, first, spent)
		}
	}
}
