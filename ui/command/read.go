package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/views"
	"dpscope/views/sweep"
)

func readCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "read [ADDRESS ...]",
		Short: "Answer addresses with their readings, as CSV or JSON lines",
		Long: "Answer each address with the view's readings, as CSV with the columns address, reading, value, low, high,\n" +
			"basis and unit. Without an address, take one a line from standard input. A question without an answer has\n" +
			"the value and basis none; where answers are refused, standard error says why, each reason once a line. A line that\n" +
			"is not understood gives a row error, with the reason in the last column. Addresses are repeated as given, blanks\n" +
			"around them too, but for what a terminal or a spreadsheet would act on: control characters are written as\n" +
			"\\x1b, and an apostrophe goes before a text that starts as a formula does. Answers come in the order of the\n" +
			"lines, and of a range (epsilon=1..8:15, see dpscope sweep --help) in its own; while a slow one is computed, up to " +
			fmt.Sprint(ahead) + " after it are.\n" +
			"--json answers every line with one JSON object, at once: its address and its readings, each with reading, title,\n" +
			"value, low, high, basis, unit and source, or else error. So a program keeps it open, writes an address and reads a line.",
		Example: "  dpscope read 'concentration?mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8'\n" +
			"  dpscope read < addresses.txt > answers.csv\n" +
			"  dpscope read --json 'attack?of=laplace&epsilon=1'",
		RunE: func(c *cobra.Command, addresses []string) error {
			var in io.Reader = c.InOrStdin()
			if len(addresses) > 0 {
				var b bytes.Buffer
				for _, a := range addresses {
					b.WriteString(a + "\n")
				}
				in = &b
			}
			as := inCSV
			if asJSON {
				as = inJSON
			}
			return read(c.Context(), in, c.OutOrStdout(), c.ErrOrStderr(), as)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line for each address")
	return c
}

// errSomeLines is the error of read when it has answered every line it could.
var errSomeLines = errors.New("some addresses were not understood; their rows say why")

const (
	longestLine = 64 << 10 // bytes of one address
	endlessLine = 64 << 20 // bytes without an end of line after which reading stops
	ahead       = 128      // lines that may be answered ahead of the next to be written
)

// read answers every line of in, in order, on all processors. It writes the rows of a line as soon as those of the lines before
// it are written; it tells the writer say why answers are refused.
func read(ctx context.Context, in io.Reader, out, say io.Writer, as form) error {
	return readWith(ctx, in, out, say, as, line.answers)
}

// job is a line on its way through a worker.
type job struct {
	line line
	rows chan rows    // receives them once
	turn *atomic.Bool // whether its rows are the next to be written
}

// drawn returns a context that reports to the meter while it is the line's turn.
func (j job) drawn(ctx context.Context, m *meter) context.Context {
	return work.Reporting(ctx, func(p work.Progress) {
		if j.turn.Load() {
			m.report(p)
		}
	})
}

// answer sends the rows of the line; none where it is interrupted.
func (j job) answer(ctx context.Context, as form, answers func(line, context.Context) ([]engine.Reading, error)) {
	text, fault := work.Recover(func() (rows, error) {
		readings, err := work.Spared(ctx, func(ctx context.Context) ([]engine.Reading, error) { return answers(j.line, ctx) })
		return as.of(j.line, readings, err), nil
	})
	if fault != nil {
		text = as.of(j.line, nil, fault)
	}
	if ctx.Err() != nil { // what it was interrupted in is neither an answer nor a fault of the line
		text = rows{}
	}
	j.rows <- text
}

// form says how answers are written.
type form struct {
	head string // before all of them
	of   func(line, []engine.Reading, error) rows
}

// rows holds the written answer to a line, whether the line was understood, and why parts of it are refused, where the written
// form does not say so.
type rows struct {
	text    []byte
	failed  bool
	refused []string
}

// readWith is read with the given function for answers.
func readWith(ctx context.Context, in io.Reader, out, say io.Writer, as form,
	answers func(line, context.Context) ([]engine.Reading, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	meter := newMeter(say)
	order := make(chan job, ahead)
	var reading error
	go func() {
		defer close(order)
		answering := work.NewStream(ctx, ahead, func(ctx context.Context, j job) { j.answer(j.drawn(ctx, meter), as, answers) })
		defer answering.Close()
		lines := bufio.NewReaderSize(abandoning(ctx, in), longestLine)
		for reading == nil {
			var l line
			var found bool
			if l, found, reading = nextLine(lines); !found {
				continue
			}
			add := func(l line) bool {
				j := job{l, make(chan rows, 1), new(atomic.Bool)}
				select {
				case order <- j:
				case <-ctx.Done():
					return false
				}
				answering.Add(j)
				return true
			}
			if l.trouble == nil {
				l.trouble = sweep.Expand(l.address, func(address string) bool { return add(line{address: address}) })
			}
			if l.trouble != nil && !add(l) {
				return
			}
		}
	}()
	failed, err := writeInOrder(out, say, as.head, meter, order)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return fmt.Errorf("the addresses from here on are not answered: %w", context.Cause(ctx))
	case reading != nil && reading != io.EOF:
		return fmt.Errorf("the addresses cannot be read: %w", reading)
	case failed:
		return errSomeLines
	}
	return nil
}

// writeInOrder writes the rows of each job, and flushes whenever it would have to wait. It reports whether some line was not
// understood.
func writeInOrder(w, say io.Writer, head string, meter *meter, order <-chan job) (failed bool, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(head)
	for {
		j, more := take(order, out)
		if !more {
			break
		}
		meter.wipe()
		j.turn.Store(true)
		r, _ := take(j.rows, out)
		j.turn.Store(false)
		meter.wipe()
		failed = failed || r.failed
		if _, err := out.Write(r.text); err != nil {
			return failed, unwritten(err)
		}
		for _, why := range r.refused {
			fmt.Fprintln(say, "dpscope: "+engine.Visible(j.line.address)+": "+engine.Visible(why))
		}
	}
	if err := out.Flush(); err != nil {
		return failed, unwritten(err)
	}
	return failed, nil
}

// take receives from a channel, and flushes out first if it has to wait. An error of out stays with it and comes back at the
// next write.
func take[T any](from <-chan T, out *bufio.Writer) (v T, more bool) {
	select {
	case v, more = <-from:
	default:
		out.Flush()
		v, more = <-from
	}
	return v, more
}

func unwritten(err error) error { return fmt.Errorf("the answers cannot be written: %w", err) }

// line is one address, or the reason why it is none.
type line struct {
	address string
	trouble error
}

// nextLine reads a line; found is false when the error comes before any text.
func nextLine(in *bufio.Reader) (l line, found bool, err error) {
	text, err := in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		start := string(text[:60])
		length := len(text)
		for err == bufio.ErrBufferFull {
			text, err = in.ReadSlice('\n')
			if length += len(text); length > endlessLine {
				return line{}, false, fmt.Errorf("a line has more than %d bytes; an address has at most %d", endlessLine, longestLine)
			}
		}
		return line{start + "...", fmt.Errorf("this line has %d bytes; an address has at most %d", length, longestLine)}, true, err
	}
	return line{address: string(bytes.TrimRight(text, "\r\n"))}, err == nil || len(text) > 0, err
}

// inCSV writes one row per reading, or one that says what is wrong.
var inCSV = form{"address,reading,value,low,high,basis,unit\n", csvRows}

func csvRows(l line, readings []engine.Reading, err error) rows {
	var buffer bytes.Buffer
	out := csv.NewWriter(&buffer)
	address := cell(l.address)
	if err != nil {
		out.Write([]string{address, "error", "", "", "", "", cell(err.Error())})
	}
	for _, r := range readings {
		from, to := "", ""
		if low, high, ok := r.Known.Interval(); ok {
			from, to = engine.Digits(low), engine.Digits(high)
		}
		out.Write([]string{address, cell(r.Key.String()), value(r.Known), from, to, r.Known.How(), cell(r.Unit)})
	}
	out.Flush()
	return rows{buffer.Bytes(), err != nil, refusals(readings)}
}

// refusals says why answers are refused: each reason once, with the answers it is given for: "best and 14 more: the agreement
// is computed for at most 2 private features".
func refusals(readings []engine.Reading) []string {
	var reasons []string
	of := map[string][]string{}
	for _, r := range readings {
		if !r.Known.Refused {
			continue
		}
		if of[r.Known.None] == nil {
			reasons = append(reasons, r.Known.None)
		}
		of[r.Known.None] = append(of[r.Known.None], r.Key.String())
	}
	for i, why := range reasons {
		names := of[why][0]
		if more := len(of[why]) - 1; more > 0 {
			names += fmt.Sprintf(" and %d more", more)
		}
		reasons[i] = names + ": " + why
	}
	return reasons
}

// cell makes a text harmless for a terminal, and for a spreadsheet by an apostrophe before a formula.
func cell(text string) string { return engine.Visible(engine.Harmless(text)) }

// answers reads the address without the blanks around it.
func (l line) answers(ctx context.Context) ([]engine.Reading, error) {
	if l.trouble != nil {
		return nil, l.trouble
	}
	address := strings.TrimSpace(l.address)
	if address == "" {
		return nil, fmt.Errorf("this line is empty; %s would work", views.All[0].Name)
	}
	v, values, err := views.Open(address)
	if err != nil {
		return nil, err
	}
	return v.Values(ctx, values)
}

func value(v known.Value) string {
	switch {
	case v.Word != "":
		return cell(v.Word)
	case v.Missing():
		return "none"
	}
	return engine.Digits(v.Value)
}
