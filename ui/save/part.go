package save

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"dpscope/learners/source"
)

// Part is a long table on its way to a file: FILE.part with the rows so far, and FILE.part.journal, which says how far they
// are. A process may end at any moment: ResumePart continues after the last line of the journal that agrees with the table.
// FILE appears when all is there.
type Part struct {
	path      string // FILE
	overwrite bool
	table     *os.File
	journal   *os.File
	release   func() // of the lock

	Done, Failed uint64 // as of the last Append
	bytes        int64
	block        uint32 // checksum of the rows that the journal does not have yet
	written      time.Time
	dirty        bool
}

const (
	partSuffix    = ".part"
	journalSuffix = partSuffix + ".journal"
	noted         = 50 * time.Millisecond // between lines of the journal: the most to compute again, except for slow rows
)

// NewPart begins a table. The head, one line, describes it, and stands before the journal. An existing file, or a part of one,
// is refused unless overwrite is set.
func NewPart(path, head string, overwrite bool) (*Part, error) {
	if err := Check(path, overwrite); err != nil {
		return nil, err
	}
	unended := fmt.Errorf("%s is of a sweep that has not ended; --resume %s goes on with it, and --force begins anew: %w", path+partSuffix,
		path, fs.ErrExist)
	if !overwrite && begun(path) {
		return nil, unended
	}
	p := &Part{path: path, overwrite: overwrite}
	err := p.open(os.O_CREATE)
	if err == nil && !overwrite { // another process may have begun it since, and released it
		if _, found, _ := PartOf(path); found {
			p.Close()
			return nil, unended
		}
	}
	if err == nil {
		err = errors.Join(p.table.Truncate(0), p.journal.Truncate(0))
	}
	if err == nil {
		_, err = p.journal.WriteString(head + "\n")
	}
	if err != nil {
		p.Close()
		return nil, plain(path, "nothing is left of it", err)
	}
	return p, nil
}

// begun reports whether a part must not be begun anew: its journal has a head, without which nothing was written. Rows without
// any journal are foreign.
func begun(path string) bool {
	table, err := os.Lstat(path + partSuffix)
	if err != nil {
		return false
	}
	if _, err := os.Lstat(path + journalSuffix); errors.Is(err, fs.ErrNotExist) {
		return table.Size() > 0 || !table.Mode().IsRegular()
	}
	_, found, err := PartOf(path)
	return found || err != nil
}

// PartOf returns the head of the journal of a part, and whether there is one. The error says why it cannot be read.
func PartOf(path string) (head string, found bool, err error) {
	const longest = 1 << 20
	text, _, err := source.Begin(path+journalSuffix, longest)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	line, _, found := strings.Cut(string(text), "\n")
	if !found { // it ended before the first row
		return "", false, nil
	}
	return line, true, nil
}

// ResumePart continues a part where its journal and its table agree.
func ResumePart(path string, overwrite bool) (*Part, error) {
	p := &Part{path: path, overwrite: overwrite}
	err := p.open(0)
	if err == nil {
		err = p.agree()
	}
	if err != nil {
		p.Close()
		return nil, plain(path+partSuffix, "what was there is left as it was", err)
	}
	return p, nil
}

// open opens both files, and keeps other processes from writing them.
func (p *Part) open(how int) (err error) {
	for _, suffix := range []string{partSuffix, journalSuffix} {
		if info, err := os.Lstat(p.path + suffix); err == nil && !info.Mode().IsRegular() { // a link would lead the rows elsewhere
			return fmt.Errorf("%s is not a regular file", p.path+suffix)
		}
	}
	if p.table, err = os.OpenFile(p.path+partSuffix, os.O_RDWR|how, 0o666); err != nil {
		return err
	}
	var held bool
	if p.release, held = hold(p.table); !held {
		return fmt.Errorf("another process writes it")
	}
	p.journal, err = os.OpenFile(p.path+journalSuffix, os.O_RDWR|how, 0o666)
	return err
}

// note is a line of the journal: the settings done, those that failed, the bytes of the table, and the checksum of the bytes
// since the line before.
type note struct {
	done, failed uint64
	bytes        int64
	block        uint32
}

func (n note) String() string {
	text := fmt.Sprintf("%d %d %d %08x", n.done, n.failed, n.bytes, n.block)
	return fmt.Sprintf("%s %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// readNote reads a line; whole is false where it was torn.
func readNote(line string) (n note, whole bool) {
	var own uint32
	count, _ := fmt.Sscanf(line, "%d %d %d %x %x", &n.done, &n.failed, &n.bytes, &n.block, &own)
	return n, count == 5 && n.String() == line
}

// agree finds the last line of the journal that agrees with the table, and cuts both off after it.
func (p *Part) agree() error {
	lines := bufio.NewReader(p.journal)
	head, err := lines.ReadString('\n')
	if err != nil {
		return fmt.Errorf("its journal is not one")
	}
	notes, ends := []note{{}}, []int64{int64(len(head))}
	for {
		line, err := lines.ReadString('\n')
		n, whole := readNote(line)
		if err != nil || !whole {
			break
		}
		notes, ends = append(notes, n), append(ends, ends[len(ends)-1]+int64(len(line)))
	}
	last := len(notes) - 1
	for ; last > 0; last-- {
		if sum, err := p.checksum(notes[last-1].bytes, notes[last].bytes); err == nil && sum == notes[last].block {
			break
		}
	}
	n := notes[last]
	p.Done, p.Failed, p.bytes = n.done, n.failed, n.bytes
	if err := errors.Join(p.table.Truncate(n.bytes), p.journal.Truncate(ends[last])); err != nil {
		return err
	}
	_, err = p.table.Seek(n.bytes, io.SeekStart)
	_, err2 := p.journal.Seek(ends[last], io.SeekStart)
	return errors.Join(err, err2)
}

// checksum returns the checksum of a stretch of the table.
func (p *Part) checksum(from, to int64) (uint32, error) {
	sum := crc32.NewIEEE()
	n, err := io.Copy(sum, io.NewSectionReader(p.table, from, to-from))
	if n < to-from {
		err = io.ErrUnexpectedEOF
	}
	return sum.Sum32(), err
}

// Empty reports whether nothing is written yet, not even the head before the rows.
func (p *Part) Empty() bool { return p.bytes == 0 }

// Append writes rows; done and failed count the settings up to their end.
func (p *Part) Append(rows []byte, done, failed uint64) error {
	n, err := p.table.Write(rows)
	if err != nil {
		return p.broken(err)
	}
	p.bytes += int64(n)
	p.block = crc32.Update(p.block, crc32.IEEETable, rows)
	p.Done, p.Failed, p.dirty = done, failed, true
	if now := time.Now(); now.Sub(p.written) >= noted {
		p.written = now
		return p.note()
	}
	return nil
}

// note records how far the table is.
func (p *Part) note() error {
	if !p.dirty {
		return nil
	}
	if _, err := p.journal.WriteString(note{p.Done, p.Failed, p.bytes, p.block}.String()); err != nil {
		return p.broken(err)
	}
	p.block, p.dirty = 0, false
	return nil
}

// broken says what is left where the table cannot be written.
func (p *Part) broken(err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s is not whole: %w; once that is mended, --resume %s goes on behind the settings that are there", p.path, err, p.path)
}

// Ending says how a part becomes its file.
type Ending struct {
	Describe func(io.Writer) error                    // writes what stands beside it; nil: nothing does
	Turn     func(from io.Reader, to io.Writer) error // writes the file of the rows that are there; nil: they are the file
}

// Finish gives the whole table its name and removes the journal.
func (p *Part) Finish(ctx context.Context, e Ending) error {
	if err := errors.Join(p.note(), p.table.Sync()); err != nil {
		return p.broken(err)
	}
	if e.Turn != nil {
		rows := io.NewSectionReader(p.table, 0, p.bytes)
		if err := New(ctx, p.path, func(to io.Writer) error { return e.Turn(rows, to) }, p.overwrite); err != nil {
			return fmt.Errorf("%w; its rows are in %s, and --resume %s writes them again", err, p.path+partSuffix, p.path)
		}
		p.gone()
		return nil
	}
	if e.Describe != nil {
		const over = true // a description without its table belongs to a former one
		if err := New(ctx, p.path+MetadataSuffix, e.Describe, over); err != nil {
			return err
		}
	}
	if err := move(p.path+partSuffix, p.path, p.overwrite); err != nil {
		return plain(p.path, "what is written is in "+p.path+partSuffix, err)
	}
	p.gone()
	return nil
}

// gone removes what a whole file no longer needs.
func (p *Part) gone() {
	os.Remove(p.path + partSuffix)
	os.Remove(p.path + journalSuffix)
	p.Close()
}

// Close leaves the written part where it is, to be resumed.
func (p *Part) Close() {
	if p.journal != nil {
		p.note()
		p.journal.Close()
	}
	if p.table != nil {
		p.table.Close()
	}
	if p.release != nil {
		p.release()
		p.release = nil
	}
	p.journal, p.table = nil, nil
}
