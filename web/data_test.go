package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"dpscope/learners/parquet"
)

// hostile is a name, or a value, that must stay text.
const hostile = `<img src=x onerror=alert(1)><script>alert(1)</script>`

// ownFiles writes a table in three formats and a classifier into a folder, and returns their names in it.
func ownFiles(t *testing.T, folder string) []string {
	t.Helper()
	header := []string{"age", hostile, "ill"}
	rows := [][]string{{"31", "1", "yes"}, {"52", "0", "no"}, {"47", "1", hostile}}
	var text, packed, columns bytes.Buffer
	z := gzip.NewWriter(&packed)
	p, err := parquet.NewWriter(&columns, []parquet.Column{{Name: header[0], Kind: parquet.Wholes}, {Name: header[1], Kind: parquet.Wholes},
		{Name: header[2], Kind: parquet.Words}}, parquet.About{})
	if err != nil {
		t.Fatal(err)
	}
	text.WriteString(strings.Join(header, ",") + "\n")
	for i := range 300 {
		row := rows[i%len(rows)]
		text.WriteString(strings.Join(row, ",") + "\n")
		for at, cell := range row[:2] {
			n, err := strconv.ParseInt(cell, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			p.Whole(at, n)
		}
		p.Word(2, row[2])
		if err := p.Next(); err != nil {
			t.Fatal(err)
		}
	}
	z.Write(text.Bytes())
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	classifier, err := os.ReadFile("../learners/model/embedded/interval.json")
	if err != nil {
		t.Fatal(err)
	}
	files := []struct {
		name    string
		content []byte
	}{{"people.csv", text.Bytes()}, {"packed.csv.gz", packed.Bytes()}, {"columns.parquet", columns.Bytes()}, {"classifier.json", classifier}}
	var names []string
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.name), f.content, 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, f.name)
	}
	return names
}

// drops drops a file on the page.
func (v *visitor) drops(path string) {
	v.t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		v.t.Fatal(err)
	}
	v.do(chromedp.Evaluate(fmt.Sprintf(`{
		const dropped = new DataTransfer();
		dropped.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}));
	}`, base64.StdEncoding.EncodeToString(content), filepath.Base(path)), nil))
}

// picks picks a file, as in the dialogue that “My data” opens.
func (v *visitor) picks(path string) {
	v.t.Helper()
	v.do(chromedp.SetUploadFiles(`#file`, []string{path}, chromedp.ByQuery))
}

// TestOwnData drops and picks files of every format: the page lists what they can answer, names and values in them stay text, a
// link to an answer asks for its file, and a file that is too large is refused.
func TestOwnData(t *testing.T) {
	folder := t.TempDir()
	names := ownFiles(t, folder)
	v := visit(t, "#survey")
	v.until(rests)
	loaded := v.requests.Load()
	for _, name := range names {
		for _, give := range []func(string){v.drops, v.picks} {
			give(filepath.Join(folder, name))
			v.until(`(() => { const said = document.getElementById("found").innerText;
				return said.includes(` + quoted(name) + `) && said.includes("stays in this tab") && !said.includes("computing …"); })()`)
			if !value[bool](v, `!!document.querySelector("#found .results button")`) {
				t.Errorf("%s answers nothing: %s", name, v.text("#found"))
			}
			v.clicks(`#found [data-do=close]`)
			v.until(`document.getElementById("found").innerText === ""`)
		}
	}

	file := filepath.Join(folder, names[0])
	v.picks(file)
	v.until(`document.querySelector("#found .results button")`)
	v.clicks(`#found .results button`)
	v.until(`location.hash.includes("people.csv") && ` + rests)
	if found := value[int](v, `document.querySelectorAll("body script, body img").length`); found > 0 {
		t.Errorf("%d names or values of the table became markup", found)
	}
	answered := v.text("#lead")
	if later := v.requests.Load(); later != loaded {
		t.Errorf("%d requests after the program", later-loaded)
	}
	v.do(chromedp.Reload())
	v.until(`document.getElementById("notice").innerText.includes("This link reads people.csv")`)
	v.picks(file)
	v.until(`document.getElementById("notice").innerText === "" && ` + rests)
	if again := v.text("#lead"); again != answered {
		t.Errorf("a link to %s says %s", answered, again)
	}

	v.do(chromedp.Evaluate(`{
		const dropped = new DataTransfer(), piece = new Uint8Array(1 << 20);
		dropped.items.add(new File(Array(201).fill(piece), "large.csv"));
		document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}));
	}`, nil))
	v.until(`document.getElementById("notice").innerText.includes("large.csv has 201 MB; a tab reads up to 200 MB")`)
	if again := v.text("#lead"); again != answered {
		t.Errorf("beside a file that is refused the page says %s", again)
	}
}
