package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

const (
	waits  = 100 * time.Second // for what the page is to show; a busy machine compiles the program for most of it
	visits = 12 * time.Minute  // a whole visit
)

// A visitor has the page open in Chromium.
type visitor struct {
	t        *testing.T
	ctx      context.Context
	requests atomic.Int64 // to the server
	saves    string       // folder of what the page saves

	lock    sync.Mutex
	dying   bool     // the program is to end, and to say so on the console
	trouble []string // what the browser's console says: errors, and what the page's policy refuses
}

// visit opens a page of the built folder. The test fails if the console says an error by its end.
func visit(t *testing.T, place string) *visitor {
	t.Helper()
	return visitWith(t, place, http.FileServer(http.Dir(built(t))))
}

// visitWith opens a page that a handler serves, after actions on the empty page.
func visitWith(t *testing.T, place string, content http.Handler, before ...chromedp.Action) *visitor {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium to open the page in")
	}
	v := &visitor{t: t, saves: t.TempDir()}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.requests.Add(1)
		content.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() {
		v.lock.Lock()
		defer v.lock.Unlock()
		for _, text := range v.trouble {
			t.Error("the console says: ", text)
		}
	})
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.NoSandbox,
		chromedp.WindowSize(1280, 800), chromedp.WSURLReadTimeout(time.Minute))
	ctx, stop := context.WithTimeout(t.Context(), visits)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	v.ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	chromedp.ListenTarget(v.ctx, v.listen)
	v.do(browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(v.saves))
	v.do(before...)
	v.do(chromedp.Navigate(server.URL + "/" + place))
	return v
}

func (v *visitor) listen(event any) {
	v.lock.Lock()
	defer v.lock.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		v.trouble = append(v.trouble, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError && !v.dying {
			v.trouble = append(v.trouble, fmt.Sprintf("%s", e.Args[0].Value))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			v.trouble = append(v.trouble, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// do carries out actions, and ends the test where one fails.
func (v *visitor) do(actions ...chromedp.Action) {
	v.t.Helper()
	if err := chromedp.Run(v.ctx, actions...); err != nil {
		v.t.Fatal(err)
	}
}

// until waits until an expression is true on the page.
func (v *visitor) until(expression string) {
	v.t.Helper()
	err := chromedp.Run(v.ctx, chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(waits), chromedp.WithPollingInterval(20*time.Millisecond)))
	if err != nil {
		var shown string
		_ = chromedp.Run(v.ctx, chromedp.Evaluate(`location.hash + " " + document.body.className + "\n" + document.body.innerText`, &shown))
		v.t.Fatalf("%v: %s\n%s", err, expression, shown)
	}
}

// opens goes to an address by the fragment, as a link does, and waits until the view shows a picture or readings; it may still
// compute the rest.
func (v *visitor) opens(address string) {
	v.t.Helper()
	name, _, _ := strings.Cut(address, "?")
	v.do(chromedp.Evaluate(`location.hash = `+quoted("#"+address), nil))
	v.until(`document.querySelector("#tabs [aria-current=page]")?.dataset.value === ` + quoted(name) + ` && document.querySelector("#picture svg, #readings tr")`)
}

// rests is true once a page has an answer, and all of it.
const rests = `document.querySelector("#lead .answer") && !document.body.classList.contains("busy")`

// quoted returns a text as JavaScript writes it.
func quoted(text string) string { return fmt.Sprintf("%q", text) }

// value returns what an expression, or its promise, comes to.
func value[T any](v *visitor, expression string) (result T) {
	v.t.Helper()
	v.do(chromedp.Evaluate(expression, &result, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return result
}

// clicks clicks what is at a place, in one step: the page may be drawn again between finding it and a click of the mouse.
func (v *visitor) clicks(place string) {
	v.t.Helper()
	v.do(chromedp.Evaluate(`document.querySelector(`+quoted(place)+`).click()`, nil))
}

// text returns what a place of the page reads.
func (v *visitor) text(place string) string {
	v.t.Helper()
	return value[string](v, `document.querySelector(`+quoted(place)+`).innerText`)
}

// renderer returns the memory of the page's process and its worker's, in MB.
func (v *visitor) renderer() int {
	v.t.Helper()
	var processes []*systeminfo.ProcessInfo
	v.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		processes, err = systeminfo.GetProcessInfo().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	}))
	most := 0
	for _, p := range processes {
		if p.Type != "renderer" {
			continue
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.ID))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		for line := range strings.Lines(string(status)) {
			var kB int
			if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kB); n == 1 {
				most = max(most, kB>>10)
			}
		}
	}
	return most
}
