package cast

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"dpscope/ui/screen"
)

// Asciicast writes the cast in version 2 of the format of asciinema: a header, and an event a frame with what changes on the
// terminal. Without a choice its colours are those for a dark ground.
func (c Cast) Asciicast(w io.Writer) error {
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	lines.SetEscapeHTML(false)
	header := struct {
		Version  int     `json:"version"`
		Width    int     `json:"width"`
		Height   int     `json:"height"`
		Duration float64 `json:"duration"` // in seconds
		Title    string  `json:"title"`
	}{2, c.Width, c.Height, c.Length.Seconds(), "dpscope in a terminal"}
	if err := lines.Encode(header); err != nil {
		return err
	}
	const hidesCursor = "\x1b[?25l"
	var painter screen.Painter
	var now []string
	for _, f := range c.Frames {
		next := strings.Split(f.Dark+f.Light, "\n")
		if c.Colour == Both {
			next = strings.Split(f.Dark, "\n")
		}
		var change []byte
		if now == nil {
			change = painter.Paint([]byte(hidesCursor), next)
		} else {
			change = painter.Change(nil, now, next)
		}
		now = next
		if err := lines.Encode([]any{f.At.Seconds(), "o", string(change)}); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
