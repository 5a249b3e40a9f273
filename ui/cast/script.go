// Package cast records the program while a script presses its keys. It draws the screens of the terminal without one, and its
// clock is the script's, so that the same script gives the same bytes.
package cast

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/keys"
	"dpscope/views"
	"dpscope/views/view"
)

// Script is a list of instructions, and the screen that they are carried out on.
type Script struct {
	Width, Height int // columns and rows
	Colour        Colour
	steps         []step
}

// Colour says which of the program's two sets of colours a picture has.
type Colour string

// The sets. A picture that has both shows the one that its reader prefers.
const (
	Both  Colour = "both"
	Dark  Colour = "dark"
	Light Colour = "light"
)

// step is an instruction; the line is counted from 1.
type step struct {
	line   int
	text   string
	view   view.View // to open at values; without a name there is none
	values param.Values
	press  []tea.KeyPressMsg
	wait   time.Duration
}

// Limits of a script.
const (
	longestLine                = 2000 // bytes
	mostLines                  = 1000
	fewestColumns, mostColumns = 40, 300
	fewestRows, mostRows       = 10, 100
	longest                    = 10 * time.Minute
)

// pace is how long a screen stays after a key.
const pace = 600 * time.Millisecond

// Read reads a script, one instruction a line. An error names the line, and what would work.
func Read(r io.Reader) (Script, error) {
	s := Script{Width: 80, Height: 24, Colour: Both}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	number, length := 0, time.Duration(0)
	for lines.Scan() {
		number++
		if number > mostLines {
			return s, fmt.Errorf("the script has more than %d lines", mostLines)
		}
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := s.add(number, text); err != nil {
			return s, fmt.Errorf("line %d: %w", number, err)
		}
		if len(s.steps) > 0 {
			last := s.steps[len(s.steps)-1]
			length += last.wait + pace*time.Duration(len(last.press))
		}
		if length > longest {
			return s, fmt.Errorf("line %d: the script takes %v up to here; %v would work", number, length, longest)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return s, fmt.Errorf("line %d: it has more than %d bytes", number+1, longestLine)
	case err != nil:
		return s, err
	case len(s.steps) == 0:
		return s, errors.New("the script opens nothing; a line such as \"open survey\" would work")
	}
	return s, nil
}

const instructions = "size 80x24, colour both, open ADDRESS, press KEY ..., type TEXT and wait 2s would work"

// add reads one instruction.
func (s *Script) add(number int, text string) (err error) {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	next := step{line: number, text: text}
	switch word {
	case "size", "colour":
		if len(s.steps) > 0 {
			return fmt.Errorf("%s stands below an instruction; above the first \"open\" would work", word)
		}
		if word == "size" {
			return s.size(rest)
		}
		return s.colour(rest)
	case "open":
		next.view, next.values, err = views.Open(rest)
	case "press":
		next.press, err = presses(strings.Fields(rest))
	case "type":
		next.press, err = typed(rest)
	case "wait":
		next.wait, err = waited(rest)
	default:
		return fmt.Errorf("%q is no instruction; %s", word, instructions)
	}
	if err != nil {
		return err
	}
	if len(s.steps) == 0 && next.view.Name == "" {
		return fmt.Errorf("%q comes before the first \"open\"; a line such as \"open survey\" above it would work", text)
	}
	s.steps = append(s.steps, next)
	return nil
}

func (s *Script) size(text string) error {
	columns, rows, _ := strings.Cut(text, "x")
	width, wrong := strconv.Atoi(columns)
	height, wrongToo := strconv.Atoi(rows)
	if wrong != nil || wrongToo != nil || width < fewestColumns || width > mostColumns || height < fewestRows || height > mostRows {
		return fmt.Errorf("size = %q is not known; 80x24 would work, or %d to %d columns and %d to %d rows", text,
			fewestColumns, mostColumns, fewestRows, mostRows)
	}
	s.Width, s.Height = width, height
	return nil
}

func (s *Script) colour(text string) error {
	if s.Colour = Colour(text); !slices.Contains([]Colour{Both, Dark, Light}, s.Colour) {
		return fmt.Errorf("colour = %q is not known; both, dark or light would work", text)
	}
	return nil
}

// presses returns the presses of keys with these names.
func presses(names []string) (list []tea.KeyPressMsg, err error) {
	if len(names) == 0 {
		return nil, errors.New("press names no key; \"press right\" would work")
	}
	known := keyNames()
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, &param.UnknownError{What: "key", Name: name, Known: known}
		}
		list = append(list, keys.Named(name))
	}
	return list, nil
}

// keyNames returns the names of all keys that do something in the program.
func keyNames() (names []string) {
	for _, g := range keys.Groups() {
		for _, b := range g.Keys {
			names = append(names, b.Keys()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// typed returns a press for each letter of a text.
func typed(text string) (list []tea.KeyPressMsg, err error) {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			return nil, fmt.Errorf("type has the letter %q; letters that can be seen would work", r)
		}
		list = append(list, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	if len(list) == 0 {
		return nil, errors.New("type has no text; \"type 500\" would work")
	}
	return list, nil
}

func waited(text string) (time.Duration, error) {
	wait, err := time.ParseDuration(text)
	if err != nil || wait <= 0 || wait > longest {
		return 0, fmt.Errorf("wait = %q is not known; 2s or 500ms would work, up to %v", text, longest)
	}
	return wait, nil
}
