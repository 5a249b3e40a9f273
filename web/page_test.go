package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dpscope/web/build"
)

// pages builds the page once for all tests, and returns its folder. DPSCOPE_PAGE names one that is built already.
var pages = sync.OnceValues(func() (string, error) {
	if folder := os.Getenv("DPSCOPE_PAGE"); folder != "" {
		return folder, nil
	}
	folder, err := os.MkdirTemp("", "dpscope-page-")
	if err != nil {
		return "", err
	}
	return folder, build.Page(context.Background(), ".", folder)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if folder, err := pages(); err == nil && os.Getenv("DPSCOPE_PAGE") == "" {
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

func built(t *testing.T) string {
	t.Helper()
	folder, err := pages()
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestSize limits what every visitor loads.
func TestSize(t *testing.T) {
	const most = 13 << 20 // bytes
	info, err := os.Stat(filepath.Join(built(t), "dpscope.wasm.gz"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("dpscope.wasm.gz has %d bytes", info.Size())
	if info.Size() > most {
		t.Errorf("dpscope.wasm.gz has %d bytes, more than %d", info.Size(), most)
	}
}

// TestTheTerminalProgramServesNothing looks for a server among what the program for the terminal is made of.
func TestTheTerminalProgramServesNothing(t *testing.T) {
	out, err := exec.Command("go", "list", "-C", "..", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if name == "net/http" {
			t.Error("the program for the terminal imports net/http")
		}
	}
}

// TestPageFollowsASlider moves a slider by a key, and waits until the answer and the address follow.
func TestPageFollowsASlider(t *testing.T) {
	v := visit(t, "#survey?n=500")
	v.until(`document.body.innerText.includes("500 people")`)
	before := v.text("main")
	v.do(chromedp.SendKeys(`#c-n`, kb.ArrowRight, chromedp.ByQuery))
	v.until(`!location.hash.includes("n=500&") && !location.hash.endsWith("n=500") && ` + rests)
	address := value[string](v, `location.hash`)
	if v.text("main") == before || !strings.HasPrefix(address, "#survey?n=") {
		t.Errorf("after a key at the slider the page is at %q, and shows what it showed", address)
	}
}
