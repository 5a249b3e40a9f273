package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// opens limits the wait for a page; a busy machine compiles the program for most of it.
const opens = 100 * time.Second

// holds waits until an expression is true on the page.
func holds(expression string) chromedp.Action {
	return chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(opens))
}

// TestVisit goes through what a newcomer does: a setting and the way back, the form that solves, find, a lesson, an address that
// means nothing, a reload; at 390 px nothing is wider than the page, and nothing was requested after the program.
func TestVisit(t *testing.T) {
	ctx := inBrowser(t, "#survey")
	var requests, later, wide int
	err := chromedp.Run(ctx,
		holds(`document.querySelector(".answer") && document.querySelector("#picture svg") && !document.body.classList.contains("busy")`),
		chromedp.Evaluate(`performance.getEntriesByType("resource").length`, &requests),
		chromedp.SetValue(`#c-epsilon`, "800", chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("c-epsilon").dispatchEvent(new Event("input", {bubbles: true}))`, nil),
		holds(`location.hash.startsWith("#survey?epsilon=") && !document.body.classList.contains("busy")`),
		chromedp.Evaluate(`history.back()`, nil),
		holds(`location.hash === "#survey" && document.querySelector(".answer").innerText.includes("4.67")`),
		chromedp.Click(`#ask button`, chromedp.ByQuery),
		holds(`document.getElementById("form").innerText.includes("Go to ε = 1.77")`),
		chromedp.SendKeys(`#find`, "dp-sgd", chromedp.ByQuery),
		holds(`document.getElementById("found").innerText.includes("training run")`),
		chromedp.SendKeys(`#find`, "\r", chromedp.ByQuery),
		holds(`document.querySelector("h1:not([role])").innerText.includes("training run")`),
		chromedp.Evaluate(`location.hash = "#survy"`, nil),
		holds(`document.getElementById("notice").innerText.includes("survey")`),
		chromedp.Evaluate(`location.hash = "#lesson?name=promise"`, nil),
		holds(`document.getElementById("lesson").innerText.includes("Lesson 1")`),
		chromedp.EmulateViewport(390, 844),
		chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide),
		chromedp.Evaluate(`performance.getEntriesByType("resource").length`, &later),
		chromedp.Reload(),
		holds(`document.getElementById("lesson").innerText.includes("Lesson 1") || document.querySelector(".answer")`),
	)
	if err != nil {
		t.Fatal(err)
	}
	if later != requests {
		t.Errorf("%d requests after the program", later-requests)
	}
	if wide > 390 {
		t.Errorf("the page is %d px wide at 390", wide)
	}
}

// TestAccessible runs axe-core over pages in both themes where DPSCOPE_AXE names its file, as npm installs it.
func TestAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("DPSCOPE_AXE"))
	if err != nil {
		t.Skip("DPSCOPE_AXE names no axe.min.js; npm install axe-core has one")
	}
	ctx := inBrowser(t, "#survey")
	for _, address := range []string{"survey", "compare", "flips", "attack", "lesson?name=coin"} {
		var violations []string
		err := chromedp.Run(ctx,
			holds(`document.querySelector(".answer, #lesson header") && !document.body.classList.contains("busy")`),
			chromedp.Evaluate(`location.hash = "#`+address+`"`, nil),
			holds(`location.hash.startsWith("#`+strings.SplitN(address, "?", 2)[0]+`") && !document.body.classList.contains("busy")`),
			chromedp.Evaluate(string(axe)+"; 0", nil),
			chromedp.Evaluate(`axe.run().then((r) => r.violations.map((v) => v.id + " " + v.nodes[0].html))`, &violations,
				func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }),
			chromedp.Click(`#theme`, chromedp.ByQuery),
		)
		if err != nil {
			t.Fatal(address, err)
		}
		for _, v := range violations {
			t.Errorf("%s: %s", address, v)
		}
	}
}
