//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"syscall/js"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui"
	"dpscope/ui/command"
	"dpscope/ui/terminal"
	"dpscope/views"
)

// inTerminal shows the program at an address, in a terminal that the page draws. An address that opens nothing opens the first
// view, and the foot says why.
func inTerminal(address string) int {
	ctx, end := context.WithCancel(session((&picked{}).permits))
	defer end()
	v, values, err := views.Open(address)
	says := ""
	if err != nil {
		says = err.Error()
		v, values, _ = views.Open("")
	}
	size := js.Global().Get("terminalSize")
	sizes := make(chan terminal.Size, 1)
	in := &typing{keys: make(chan []byte, 64)}
	js.Global().Call("ready", js.FuncOf(func(_ js.Value, args []js.Value) any {
		in.take(args[0], sizes)
		return nil
	}))
	s := terminal.Session{
		Shell: ui.New(ctx, v, values, ui.Options{Profile: colorprofile.TrueColor, Dark: true, Says: says,
			Program: engine.Program{Version: command.Version}}),
		In:      terminal.Typed(in),
		Out:     terminal.NewWriter(screen{}),
		Size:    sizeOf(size),
		Sizes:   sizes,
		Environ: []string{"TERM=xterm-256color", "COLORTERM=truecolor"},
		Profile: colorprofile.TrueColor,
	}
	if err := s.Run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func sizeOf(v js.Value) terminal.Size {
	return terminal.Size{Columns: v.Get("columns").Int(), Rows: v.Get("rows").Int()}
}

// screen passes on what is drawn.
type screen struct{}

func (screen) Write(p []byte) (int, error) {
	bytes := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(bytes, p)
	js.Global().Call("send", bytes)
	return len(p), nil
}

// typing reads what is typed.
type typing struct {
	keys chan []byte
	rest []byte
}

// take takes a message of the page: typed text, or a size.
func (t *typing) take(message js.Value, sizes chan terminal.Size) {
	if message.Type() == js.TypeString {
		keys := []byte(message.String())
		select {
		case t.keys <- keys:
		default:
			go func() { t.keys <- keys }()
		}
		return
	}
	select {
	case <-sizes: // a size that nobody has read is stale
	default:
	}
	sizes <- sizeOf(message)
}

func (t *typing) Read(p []byte) (int, error) {
	if len(t.rest) == 0 {
		keys, open := <-t.keys
		if !open {
			return 0, io.EOF
		}
		t.rest = keys
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}
