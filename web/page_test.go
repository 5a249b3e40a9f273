package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dpscope/views"
	"dpscope/web/build"
)

// page builds the page once for all tests, and returns its folder.
var page = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "dpscope-page-")
	if err != nil {
		return "", err
	}
	return folder, build.Page(context.Background(), ".", folder)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if folder, err := page(); err == nil {
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

func built(t *testing.T) string {
	t.Helper()
	folder, err := page()
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

// TestPagesEqualThoseOfTheTerminal compares each view's page, as the worker's program prints it, with that of the program for the
// terminal.
func TestPagesEqualThoseOfTheTerminal(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node runs the worker's program here, and is not installed")
	}
	folder := t.TempDir()
	native := filepath.Join(folder, "dpscope")
	if out, err := exec.Command("go", "build", "-C", "..", "-o", native, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	packed := filepath.Join(built(t), "dpscope.wasm.gz")
	wasm := filepath.Join(folder, "dpscope.wasm")
	if out, err := exec.Command("sh", "-c", "gzip -dc '"+packed+"' > '"+wasm+"'").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	opened := views.All
	if testing.Short() || os.Getenv("DPSCOPE_TESTS") != "all" {
		opened = opened[:5]
	}
	for _, v := range opened {
		args := []string{"show", v.Name, "--width", "80", "--height", "24"}
		want, err := exec.Command(native, args...).Output()
		if err != nil {
			t.Fatal(v.Name, err)
		}
		got, err := exec.Command(node, append([]string{"--stack-size=8192", runner, wasm}, args...)...).Output()
		if err != nil {
			t.Fatal(v.Name, err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the page in a browser is\n%s\nand that of the terminal\n%s", v.Name, got, want)
		}
	}
}

// inBrowser opens a page of the built folder in Chromium, and returns its context.
func inBrowser(t *testing.T, place string) context.Context {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium to open the page in")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(built(t))))
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox,
		chromedp.WindowSize(1280, 800), chromedp.WSURLReadTimeout(time.Minute))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Error("the page threw: ", e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError {
				t.Error("the page says an error")
			}
		}
	})
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(stop)
	if err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/"+place)); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// TestPageFollowsASlider moves a slider by a key, and waits until the answer and the address follow.
func TestPageFollowsASlider(t *testing.T) {
	ctx := inBrowser(t, "#survey?n=500")
	var before, after, address string
	err := chromedp.Run(ctx,
		chromedp.Poll(`document.body.innerText.includes("500 people")`, nil, chromedp.WithPollingTimeout(100*time.Second)),
		chromedp.Evaluate(`document.querySelector("main").innerText`, &before),
		chromedp.SendKeys(`#c-n`, kb.ArrowRight, chromedp.ByQuery),
		chromedp.Poll(`!location.hash.includes("n=500&") && !location.hash.endsWith("n=500") && !document.body.classList.contains("busy")`, nil, chromedp.WithPollingTimeout(time.Minute)),
		chromedp.Evaluate(`document.querySelector("main").innerText`, &after),
		chromedp.Evaluate(`location.hash`, &address),
	)
	if err != nil {
		t.Fatal(err)
	}
	if before == after || !strings.HasPrefix(address, "#survey?n=") {
		t.Errorf("after a key at the slider the page is at %q, and shows what it showed", address)
	}
}
