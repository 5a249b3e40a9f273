package main

import (
	"context"
	"net/http"
	"testing"

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
