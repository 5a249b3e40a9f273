package main

import (
	"testing"
	"time"

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
