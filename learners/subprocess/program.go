package subprocess

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"dpscope/engine/numeral"
	"dpscope/learners/source"
)

// Program is a process that classifies. It is safe for several goroutines, and serves one at a time.
type Program struct {
	command  string
	patience time.Duration

	turn   sync.Mutex
	header string // until it is written
	in     io.WriteCloser
	labels chan string   // lines of the process; closed after the last
	over   chan struct{} // closed when no questions follow

	drained chan struct{} // closed when its output is no longer read
	gone    chan struct{} // closed when the process has ended and been waited for
	said    *lastLine     // of its error output
	asked   int           // rows answered

	lock   sync.Mutex
	failed error // why it is over
	since  time.Time
	kill   func() // ends the process, and all it has started
	exit   error  // how the process ended; read after gone
}

// longest limits the length of a label, in bytes.
const longest = 4096

// start starts a process, by its words and without a shell.
func start(command string, columns []string, patience time.Duration) (*Program, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("cmd: names no program; cmd:./predict would work")
	}
	cmd := exec.Command(words[0], words[1:]...)
	p := &Program{command: command, patience: patience, labels: make(chan string), over: make(chan struct{}), drained: make(chan struct{}),
		gone: make(chan struct{}), said: &lastLine{}}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = p.said
	cmd.WaitDelay = lingering
	began := time.Now()
	p.in, p.kill = in, func() { killAll(cmd, began) }
	started := make(chan error)
	go startTied(cmd, started, func() {
		go p.read(out)
		p.wait(cmd, out)
		close(p.gone)
	})
	if err := <-started; err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", source.Quote(words[0]), plain(err))
	}
	p.header = row(columns)
	return p, nil
}

// lingering limits how long the outputs of an ended process are read: a child that has left its group, for
// example in a session of its own, may hold them open for ever.
const lingering = time.Second

// wait waits for the end of the process, and ends all it has started. Afterwards its number may belong to
// another process, which must not be ended. Its output is read to the end, until it is no longer wanted, or
// until a child has held it open for too long.
func (p *Program) wait(cmd *exec.Cmd, out io.Closer) {
	if ended(cmd) {
		p.lock.Lock()
		p.kill()
		p.kill = func() {}
		p.lock.Unlock()
		defer time.AfterFunc(lingering, func() { out.Close() }).Stop()
	}
	select {
	case <-p.drained:
	case <-p.over:
		out.Close()
		<-p.drained
	}
	if p.exit = cmd.Wait(); errors.Is(p.exit, exec.ErrWaitDelay) {
		p.exit = nil // a child has held its errors open; its own end was clean
	}
}

// plain returns the reason alone.
func plain(err error) error {
	var e *exec.Error
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// read hands on the lines of the process until it ends.
func (p *Program) read(out io.Reader) {
	defer close(p.drained)
	defer close(p.labels)
	lines := bufio.NewReaderSize(out, longest)
	for {
		text, err := lines.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			p.end(fmt.Errorf("it wrote a line of more than %d bytes; a label would work", longest))
			return
		}
		if err != nil && len(text) == 0 {
			return
		}
		select {
		case p.labels <- strings.TrimRight(string(text), "\r\n"):
		case <-p.over:
			return
		}
	}
}

// end ends the process for a reason; the first reason counts.
func (p *Program) end(why error) error {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.failed == nil {
		p.failed, p.since = why, time.Now()
		close(p.over)
	}
	p.kill()
	p.in.Close()
	return p.failed
}

// stop ends the process, if it has not ended.
func (p *Program) stop() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.kill()
}

// failure returns why the program is over; nil while it runs.
func (p *Program) failure() error {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.failed
}

// failing reports whether the program is over only just.
func (p *Program) failing() bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.failed != nil && time.Since(p.since) < rest
}

// Ask returns a label for each row. An error ends the program, and every later
// question has the same one.
func (p *Program) Ask(rows [][]string) ([]string, error) {
	p.turn.Lock()
	defer p.turn.Unlock()
	if err := p.failure(); err != nil {
		return nil, err
	}
	select {
	case line, more := <-p.labels:
		if !more {
			return nil, p.died()
		}
		return nil, p.end(fmt.Errorf("%s wrote %s where nothing was asked; one label for each row, and nothing else, would work", p.command,
			source.Quote(line)))
	default:
	}
	var text strings.Builder
	text.WriteString(p.header)
	p.header = ""
	for _, r := range rows {
		text.WriteString(row(r))
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		io.WriteString(p.in, text.String()) // waits for a process that does not read, until that is ended
	}()
	labels, err := p.answers(len(rows))
	if err == nil {
		err = p.takes(written)
	}
	<-written
	return labels, err
}

// answers waits for n labels.
func (p *Program) answers(n int) ([]string, error) {
	labels := make([]string, 0, n)
	for range n {
		label, err := p.next()
		if err != nil {
			return nil, err
		}
		labels = append(labels, label)
		p.asked++
	}
	return labels, nil
}

// takes waits until the process has taken the text written to it.
func (p *Program) takes(written <-chan struct{}) error {
	limit := time.NewTimer(p.patience)
	defer limit.Stop()
	select {
	case <-written:
		return nil
	case <-p.gone: // the next question reports it; a child may hold its input open
		p.in.Close()
		return nil
	case <-limit.C:
		return p.end(fmt.Errorf("%s answered rows that it did not read within %v, and was ended; to read a row before its label would work",
			p.command, p.patience))
	}
}

// next waits for a label, as long as the patience lasts.
func (p *Program) next() (string, error) {
	limit := time.NewTimer(p.patience)
	defer limit.Stop()
	select {
	case label, more := <-p.labels:
		if !more {
			return "", p.died()
		}
		if source.Name(label) == "" || source.Name(label) != strings.TrimSpace(label) {
			return "", p.end(fmt.Errorf("%s wrote %s for row %d, which is no label; a word or a number for each row would work", p.command,
				source.Quote(label), p.asked+1))
		}
		return strings.TrimSpace(label), nil
	case <-limit.C:
		return "", p.end(fmt.Errorf("%s gave no label for row %d within %v, and was ended; one line at once for each row would work (in Python, print(label, flush=True))", p.command, p.asked+1, p.patience))
	}
}

// died reports how the process ended; nothing more will be read from it.
func (p *Program) died() error {
	how := p.ending()
	return p.end(fmt.Errorf("%s ended after %s, %s; a program that answers until its input ends would work", p.command, numeral.Things(p.asked, "row"), how))
}

// ending waits for the end of a process that writes no more, and says how it was. One that has
// but closed its output is ended.
func (p *Program) ending() string {
	p.in.Close()
	limit := time.AfterFunc(p.patience, p.stop)
	defer limit.Stop()
	<-p.gone
	how := "with status 0"
	if p.exit != nil {
		how = "with " + p.exit.Error()
	}
	if said := p.said.text(); said != "" {
		how += ": " + said
	}
	return how
}

// row returns a line of CSV.
func row(cells []string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(cells)
	w.Flush()
	return b.String()
}

// lastLine keeps the last line written to it.
type lastLine struct {
	lock sync.Mutex
	tail []byte
}

func (l *lastLine) Write(text []byte) (int, error) {
	const most = 4096
	l.lock.Lock()
	defer l.lock.Unlock()
	l.tail = append(l.tail, text...)
	l.tail = l.tail[max(len(l.tail)-most, 0):]
	return len(text), nil
}

func (l *lastLine) text() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	lines := strings.Split(strings.TrimSpace(string(l.tail)), "\n")
	return source.Clean(lines[len(lines)-1], 200)
}
