package main

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dpscope/views"
)

// TestVisit goes through what a newcomer does: a setting and the way back, the form that solves, find, a lesson, an address that
// means nothing, a reload; at 390 px nothing is wider than the page.
func TestVisit(t *testing.T) {
	v := visit(t, "#survey")
	v.until(`document.querySelector("#picture svg") && ` + rests)
	v.do(
		chromedp.SetValue(`#c-epsilon`, "800", chromedp.ByQuery),
		chromedp.Evaluate(`document.getElementById("c-epsilon").dispatchEvent(new Event("input", {bubbles: true}))`, nil),
	)
	v.until(`location.hash.startsWith("#survey?epsilon=") && ` + rests)
	v.do(chromedp.Evaluate(`history.back()`, nil))
	v.until(`location.hash === "#survey" && document.querySelector(".answer").innerText.includes("4.67")`)
	v.clicks(`#ask button`)
	v.until(`document.getElementById("form").innerText.includes("Go to ε = 1.77")`)
	v.do(chromedp.SendKeys(`#find`, "dp-sgd", chromedp.ByQuery))
	v.until(`document.getElementById("found").innerText.includes("training run")`)
	v.do(chromedp.SendKeys(`#find`, "\r", chromedp.ByQuery))
	v.until(`document.querySelector("h1:not([role])").innerText.includes("training run")`)
	v.do(chromedp.Evaluate(`location.hash = "#survy"`, nil))
	v.until(`document.getElementById("notice").innerText.includes("survey")`)
	v.do(chromedp.Evaluate(`location.hash = "#lesson?name=promise"`, nil))
	v.until(`document.getElementById("lesson").innerText.includes("Lesson 1")`)
	v.do(chromedp.EmulateViewport(390, 844))
	if wide := value[int](v, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("the page is %d px wide at 390", wide)
	}
	v.do(chromedp.Reload())
	v.until(`document.getElementById("lesson").innerText.includes("Lesson 1") || document.querySelector(".answer")`)
}

// TestEveryViewOpens goes to every view without a reload: it shows a picture or readings, nothing is wider than the
// page, also at 390 px, and nothing is requested after the program. Where DPSCOPE_AXE names axe.min.js, as npm installs it, axe
// looks for what shuts people out, in both themes.
func TestEveryViewOpens(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("DPSCOPE_AXE"))
	if err != nil {
		t.Log("DPSCOPE_AXE names no axe.min.js, as npm installs it with axe-core: whom the pages shut out is not looked for")
	}
	begun := time.Now()
	v := visit(t, "#survey")
	v.until(`document.querySelector("#picture svg")`)
	t.Logf("the first picture stood after %.1f s", time.Since(begun).Seconds())
	v.until(rests)
	v.do(chromedp.Evaluate(string(axe)+"; 0", nil))
	loaded := v.requests.Load()
	for _, view := range views.All {
		asked := time.Now()
		v.opens(view.Name)
		shown := time.Since(asked)
		if value[bool](v, `!!document.querySelector("#lead .answer.warning, #notice .warning")`) {
			t.Errorf("%s opens with %s %s", view.Name, v.text("#lead"), v.text("#notice"))
		}
		for _, width := range []int64{390, 1280} {
			v.do(chromedp.EmulateViewport(width, 844))
			if wide := value[int64](v, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s is %d px wide at %d", view.Name, wide, width)
			}
		}
		if len(axe) > 0 {
			v.shutsOut(view.Name, `{}`)
			v.do(
				chromedp.Evaluate(`document.querySelectorAll("#picture svg").forEach((drawn) => { drawn.id = "before"; })`, nil),
				chromedp.Click(`#theme`, chromedp.ByQuery),
			)
			v.until(`!document.getElementById("before")`)
			v.shutsOut(view.Name, `{runOnly: ["color-contrast"]}`)
		}
		t.Logf("%s: %.1f s to the picture, %.1f s in all", view.Name, shown.Seconds(), time.Since(asked).Seconds())
	}
	if later := v.requests.Load(); later != loaded {
		t.Errorf("%d requests after the program", later-loaded)
	}
	t.Logf("the page and its worker take %d MB", v.renderer())
}

// shutsOut reports what axe finds on the page. The picture is one to it: what it is made of, nobody is told.
func (v *visitor) shutsOut(page, options string) {
	v.t.Helper()
	for _, found := range value[[]string](v, `axe.run({exclude: ["#picture svg *"]}, {resultTypes: ["violations"], ...`+options+
		`}).then((r) => r.violations.map((f) => f.id + " " + f.nodes.map((n) => n.html + " " + n.failureSummary).join("\n")))`) {
		v.t.Errorf("%s, %s: %s", page, value[string](v, `document.getElementById("theme").innerText === "Light" ? "dark" : "light"`), found)
	}
}

// TestKeys finds, solves, holds and takes back by keys alone.
func TestKeys(t *testing.T) {
	v := visit(t, "#survey")
	v.until(rests)
	v.do(chromedp.KeyEvent(":"))
	v.until(`document.activeElement.id === "find"`)
	v.do(chromedp.KeyEvent("laplace"))
	v.until(`document.querySelector("#found .results button")`)
	v.do(chromedp.KeyEvent(kb.Escape))
	v.until(`document.getElementById("found").innerText === "" && document.activeElement === document.body`)
	v.do(chromedp.KeyEvent("s"))
	v.until(`document.getElementById("form").innerText.includes("Go to ε = 1.77")`)
	v.do(chromedp.KeyEvent(kb.Escape))
	v.until(`document.getElementById("form").innerText === ""`)
	v.do(chromedp.Evaluate(`document.activeElement.blur()`, nil), chromedp.KeyEvent("m"))
	v.until(`document.getElementById("tools").innerText.includes("Let go of what is held")`)
	v.do(chromedp.SendKeys(`#c-epsilon`, kb.ArrowRight, chromedp.ByQuery))
	v.until(`location.hash.includes("epsilon=") && document.getElementById("readings").innerText.includes("held: ε = 1.00") && ` + rests)
	v.do(chromedp.KeyEvent("u"))
	v.until(`document.getElementById("readings").innerText.includes("what is held: as now") && ` + rests)
}
