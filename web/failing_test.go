package main

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// before runs a script on every page before its own.
func before(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
}

// TestWithoutScripts reads the page where JavaScript is off.
func TestWithoutScripts(t *testing.T) {
	v := visitWith(t, "#survey", http.FileServer(http.Dir(built(t))), emulation.SetScriptExecutionDisabled(true))
	const want = "This page computes in your browser, which needs JavaScript. The program itself is dpscope, for a terminal."
	if got := v.text("body"); got != "dpscope\n\n"+want {
		t.Errorf("without JavaScript the page reads %q", got)
	}
}

// TestWithoutWasm opens the page where the browser runs no WebAssembly.
func TestWithoutWasm(t *testing.T) {
	v := visitWith(t, "#survey", http.FileServer(http.Dir(built(t))), before(`delete globalThis.WebAssembly`))
	v.until(`document.querySelector("main").innerText.trim() === "This browser cannot run WebAssembly in a worker; one of the last three years would work."`)
}

// greedy is what the worker does in this test before the program runs: asked for it, it takes all memory that a program may have.
const greedy = `
const instantiate = WebAssembly.instantiateStreaming;
let memory;
WebAssembly.instantiateStreaming = async (...of) => {
  const program = await instantiate(...of);
  memory = program.instance.exports.mem;
  return program;
};
addEventListener("message", (event) => {
  if (event.data.kind !== "greedy") return;
  event.stopImmediatePropagation();
  for (let pages = 1 << 15; pages >= 1; pages >>= 1) try { for (;;) memory.grow(pages); } catch { /* so many are not left */ }
});
`

// TestOutOfMemory takes the program's memory away: it starts again at the same address, and says so.
func TestOutOfMemory(t *testing.T) {
	folder := built(t)
	worker, err := os.ReadFile(filepath.Join(folder, "worker.js"))
	if err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(folder))
	v := visitWith(t, "#survey?n=500", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/worker.js" {
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(bytes.Replace(worker, []byte("\n\"use strict\";\n"), []byte("\n\"use strict\";\n"+greedy), 1))
			return
		}
		files.ServeHTTP(w, r)
	}))
	v.lock.Lock()
	v.dying = true
	v.lock.Unlock()
	v.until(rests)
	v.do(chromedp.Evaluate(`document.body.dataset.first = "yes"; send({kind: "greedy"}); const died = worker; 0`, nil))
	for _, n := range []string{"600", "700", "800", "900", "1000"} { // what is in memory already lasts for a while
		if value[bool](v, `worker !== died`) {
			break
		}
		v.do(chromedp.Evaluate(`send({kind: "type", control: "n", value: "`+n+`"}); send({kind: "open", address: "map"}); send({kind: "open", address: "survey?n=500"})`, nil))
		v.do(chromedp.Sleep(time.Second))
	}
	v.until(`worker !== died && document.getElementById("notice").innerText.includes("ran out of memory") && ` + rests)
	if address := value[string](v, `location.hash`); address != "#survey?n=500" {
		t.Errorf("it starts again at %s", address)
	}
	if text := v.text("#lead"); !strings.Contains(text, "500 people") {
		t.Errorf("it starts again with %s", text)
	}
}
