package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync/atomic"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/views"
)

func readCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "read [ADDRESS ...]",
		Short: "Answer addresses with their readings, as CSV",
		Long: "Answer each address with the view's readings, as CSV with the columns address, reading, value, low, high,\n" +
			"basis and unit. Without an address, take one a line from standard input. A question without an answer has\n" +
			"the value none; a line that is not understood gives a row error, with the reason in the last column.",
		Example: "  dpscope read 'concentration?mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8'\n" +
			"  dpscope read < addresses.txt > answers.csv",
		RunE: func(c *cobra.Command, addresses []string) error {
			var in io.Reader = c.InOrStdin()
			if len(addresses) > 0 {
				var b bytes.Buffer
				for _, a := range addresses {
					b.WriteString(a + "\n")
				}
				in = &b
			}
			return Read(c.Context(), in, c.OutOrStdout())
		},
	}
}

// errSomeLines is what Read returns when it has answered every line it could.
var errSomeLines = errors.New("some addresses were not understood; their rows say why")

const (
	longestLine = 64 << 10 // bytes of one address
	batchLines  = 128      // lines that one worker answers at a time
)

// Read answers every line of in, in order, on all processors. A line is
// answered as soon as no further one is waiting.
func Read(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed atomic.Bool
	type batch struct {
		lines []line
		rows  chan []byte
	}
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan batch, workers)
	order := make(chan batch, 4*workers)
	var reading error
	go func() {
		defer close(order)
		defer close(jobs)
		lines := bufio.NewReaderSize(in, longestLine)
		for {
			var next []line
			next, reading = readBatch(lines)
			if len(next) > 0 {
				b := batch{next, make(chan []byte, 1)}
				select {
				case order <- b:
				case <-ctx.Done():
					return
				}
				jobs <- b
			}
			if reading != nil {
				return
			}
		}
	}()
	for range workers {
		go func() {
			for b := range jobs {
				b.rows <- answer(ctx, b.lines, &failed)
			}
		}()
	}
	if _, err := out.Write(header()); err != nil {
		return unwritten(err)
	}
	for b := range order {
		if _, err := out.Write(<-b.rows); err != nil {
			return unwritten(err)
		}
	}
	switch {
	case reading != nil && reading != io.EOF:
		return fmt.Errorf("the addresses cannot be read: %w", reading)
	case failed.Load():
		return errSomeLines
	}
	return nil
}

func unwritten(err error) error { return fmt.Errorf("the answers cannot be written: %w", err) }

// line is one address, or why it is none.
type line struct {
	address string
	trouble error
}

// readBatch reads lines until there are enough of them or the next would have
// to be waited for.
func readBatch(in *bufio.Reader) ([]line, error) {
	var lines []line
	for len(lines) < batchLines {
		text, err := in.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull:
			start := string(text[:60])
			length := len(text)
			for err == bufio.ErrBufferFull {
				text, err = in.ReadSlice('\n')
				length += len(text)
			}
			lines = append(lines, line{start + "...", fmt.Errorf("this line has %d bytes; an address has at most %d", length, longestLine)})
		case err == nil || len(text) > 0:
			lines = append(lines, line{address: string(bytes.TrimRight(text, "\r\n"))})
		}
		if err != nil {
			return lines, err
		}
		if !bytes.Contains(peek(in), []byte{'\n'}) {
			break
		}
	}
	return lines, nil
}

// peek returns what has been read ahead.
func peek(in *bufio.Reader) []byte {
	ahead, _ := in.Peek(in.Buffered())
	return ahead
}

func header() []byte { return []byte("address,reading,value,low,high,basis,unit\n") }

// answer returns the CSV rows of some lines.
func answer(ctx context.Context, lines []line, failed *atomic.Bool) []byte {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	for _, l := range lines {
		readings, err := l.answers(ctx)
		if err != nil {
			failed.Store(true)
			out.Write([]string{l.address, "error", "", "", "", "", err.Error()})
			continue
		}
		for _, r := range readings {
			low, high := "", ""
			if r.Basis == engine.Estimate && !math.IsNaN(r.Low) && r.Low < r.High {
				low, high = engine.Digits(r.Low), engine.Digits(r.High)
			}
			out.Write([]string{l.address, r.Key(), value(r), low, high, r.Basis.String(), r.Unit})
		}
	}
	out.Flush()
	return b.Bytes()
}

func (l line) answers(ctx context.Context) ([]engine.Reading, error) {
	if l.trouble != nil {
		return nil, l.trouble
	}
	if l.address == "" {
		return nil, fmt.Errorf("this line is empty; %s would do", views.All[0].Name)
	}
	view, values, err := views.Open(l.address)
	if err != nil {
		return nil, err
	}
	return view.Answers(ctx, values)
}

func value(r engine.Reading) string {
	switch {
	case r.Word != "":
		return r.Word
	case math.IsNaN(r.Value):
		return "none"
	}
	return engine.Digits(r.Value)
}
