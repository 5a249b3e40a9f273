package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// saved returns the file of a name once the page has saved it.
func (v *visitor) saved(name string) []byte {
	v.t.Helper()
	for end := time.Now().Add(waits); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if content, err := os.ReadFile(filepath.Join(v.saves, name)); err == nil && len(content) > 0 {
			return content
		}
	}
	there, _ := filepath.Glob(filepath.Join(v.saves, "*"))
	v.t.Fatalf("%s is not saved; these are: %q", name, there)
	return nil
}

// wellFormed returns an error unless content is XML whose first element has a name.
func wellFormed(content []byte, name string) error {
	d := xml.NewDecoder(bytes.NewReader(content))
	first := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if start, is := token.(xml.StartElement); is && first == "" {
			first = start.Name.Local
		}
	}
	if first != name {
		return fmt.Errorf("it is <%s>", first)
	}
	return nil
}

// pdfText returns the text of a PDF file.
func pdfText(t *testing.T, content []byte) string {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("there is no pdftotext to read the file with")
	}
	cmd := exec.Command("pdftotext", "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(content)
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSaves saves the page as every kind of file, and reads each.
func TestSaves(t *testing.T) {
	v := visit(t, "#survey?n=500")
	v.until(rests)
	for ending, read := range map[string]func([]byte) error{
		".svg": func(content []byte) error { return wellFormed(content, "svg") },
		".png": func(content []byte) error { _, err := png.Decode(bytes.NewReader(content)); return err },
		".csv": func(content []byte) error {
			rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
			if err == nil && len(rows) < 2 {
				err = fmt.Errorf("it has %d rows", len(rows))
			}
			return err
		},
		".pdf": func(content []byte) error {
			if text := pdfText(t, content); !strings.Contains(text, "ε") {
				return fmt.Errorf("it reads %q", text)
			}
			return nil
		},
		".html": func(content []byte) error {
			if !bytes.Contains(content, []byte("500 people")) || !bytes.Contains(content, []byte("<svg")) {
				return fmt.Errorf("it lacks the answer or the picture")
			}
			return nil
		},
	} {
		v.do(chromedp.Evaluate(`{
			const kinds = document.getElementById("export");
			kinds.value = `+quoted(ending)+`;
			kinds.dispatchEvent(new Event("change", {bubbles: true}));
		}`, nil))
		v.until(`/^saved .*\` + ending + `$/.test(document.getElementById("notice").innerText)`)
		name := strings.TrimPrefix(v.text("#notice"), "saved ")
		if err := read(v.saved(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// answering takes the next step of a lesson: it picks the first option, fills in what is asked for, or goes on. It is one script,
// as the page may be drawn again between two.
const answering = `{
	const within = (place) => document.querySelector("#lesson " + place), asked = within("#answer"), axis = within("#point:enabled");
	const fill = (field, text) => { field.value = text; field.dispatchEvent(new Event("input", {bubbles: true})); };
	if (asked) fill(asked, "30");
	if (axis) fill(axis, "300");
	(within(".options button") || within(".actions [data-do=answer]") || within("[data-key=n]")).click();
}`

// TestLessonToItsHandIn goes through a lesson of a class, as its link opens it, and reads what is handed in.
func TestLessonToItsHandIn(t *testing.T) {
	v := visit(t, "#lesson?class=maths&lessons=promise&student=Ann")
	v.until(`document.getElementById("lesson").innerText.includes("Class maths, as Ann")`)
	for range 200 {
		before := v.text("#lesson")
		if strings.Contains(before, "The lesson is done") {
			v.clicks(`#lesson [data-do=hand-in]`)
			const name = "maths-Ann.csv"
			rows, err := csv.NewReader(bytes.NewReader(v.saved(name))).ReadAll()
			if err != nil || len(rows) < 5 {
				t.Errorf("%s has %d rows: %v", name, len(rows), err)
			}
			return
		}
		v.do(chromedp.Evaluate(answering, nil))
		v.until(`document.getElementById("lesson").innerText !== ` + quoted(before))
	}
	t.Errorf("the lesson does not end: %s", v.text("#lesson"))
}

// TestPrints prints a dark page: on paper are the question, the answer, the picture and the readings, and none of the controls.
func TestPrints(t *testing.T) {
	v := visit(t, "#survey?n=500")
	v.until(rests)
	if !value[bool](v, `document.body.classList.contains("dark")`) {
		v.do(chromedp.Click(`#theme`, chromedp.ByQuery))
	}
	var content []byte
	v.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		content, _, err = page.PrintToPDF().Do(ctx)
		return err
	}))
	text := pdfText(t, content)
	for _, want := range []string{"How good", "500 people", "Raw data:"} {
		if !strings.Contains(text, want) {
			t.Errorf("paper lacks %q: %s", want, text)
		}
	}
	for _, not := range []string{"Lessons", "My data", "Save as", "Copy link", "Examples"} {
		if strings.Contains(text, not) {
			t.Errorf("paper has %q: %s", not, text)
		}
	}
}
