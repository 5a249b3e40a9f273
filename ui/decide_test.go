package ui

import (
	"os"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/ui/decision"
)

// Keys decide on the present page: who and why are asked for, and each decision joins those of the file.
func TestDeciding(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 160, 40, colourless)
	d.shell.program = engine.Program{Version: "1.2.3"}
	first := d.shell.current.Address()
	d.press("e", "ctrl+d")
	d.shows("who decides?")
	d.types("Ada")
	d.press("enter")
	d.shows("why?")
	d.types("it is near enough")
	d.press("enter")
	d.shows("decision 1 of decision.json in " + folder + "; dpscope check decision.json")
	d.press("right", "ctrl+d")
	d.shows("Ada")
	d.press("enter")
	d.types("so is this")
	d.press("enter")
	d.shows("decision 2 of decision.json")
	text, err := os.ReadFile("decision.json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := decision.Parse(text, d.shell.program.Version)
	if err != nil || len(list) != 2 || list[0].Address != first || list[0].By != "Ada" || list[1].Because != "so is this" || list[1].Changed {
		t.Errorf("%v: %.500s", err, text)
	}
	d.press("ctrl+d", "enter", "enter")
	d.shows("a decision needs a reason")
	for name, says := range map[string]string{"mine.json": "decision 1 of mine.json", "letter.json": "letter.json: byte 0 is no JSON"} {
		os.WriteFile("letter.json", []byte("Dear Ada"), 0o600)
		d.press("e")
		d.types(name)
		d.press("ctrl+d", "enter")
		d.types("why not")
		d.press("enter")
		d.shows(says)
	}
	if letter, _ := os.ReadFile("letter.json"); !strings.HasPrefix(string(letter), "Dear") {
		t.Errorf("the letter is now %q", letter)
	}
}
