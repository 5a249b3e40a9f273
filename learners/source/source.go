// Package source reads input from outside: files are opened, decompressed and read up to a limit, and their
// texts are made harmless before anyone sees them.
package source

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
)

// Regular returns the information of a regular file, and an error for any other: reading a pipe could block.
func Regular(path string) (os.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		var p *os.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, &FileError{path, err}
	case info.IsDir():
		return nil, &FileError{path, errors.New("this is a folder; a file would work")}
	case !info.Mode().IsRegular():
		return nil, &FileError{path, errors.New("this is not a regular file; a copy in a file would work")}
	}
	return info, nil
}

// Open opens a regular file of at most most bytes.
func Open(path string, most int64) (*os.File, error) {
	info, err := Regular(path)
	switch {
	case err != nil:
		return nil, err
	case info.Size() == 0: // as the files of /proc say, which may block for ever
		return nil, &FileError{path, errors.New("the file is empty; one with something in it would work")}
	case info.Size() > most:
		return nil, &FileError{filepath.Base(path), fmt.Errorf("it has %s; at most %s would work", Size(info.Size()), Size(most))}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &FileError{path, errors.Unwrap(err)}
	}
	return f, nil
}

// Begin returns at most the first most bytes of a regular file, and whether that is all of it. An empty file
// has none.
func Begin(path string, most int) (text []byte, whole bool, err error) {
	if info, err := Regular(path); err != nil || info.Size() == 0 {
		return nil, err == nil, err
	}
	f, err := Open(path, math.MaxInt64)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, int64(most)+1))
	return text[:min(len(text), most)], len(text) <= most, err
}

// FileError is an error about a file, with its name.
type FileError struct {
	Name string
	Err  error
}

func (e *FileError) Error() string { return Name(e.Name) + ": " + e.Err.Error() }

// Unwrap returns the error without the name.
func (e *FileError) Unwrap() error { return e.Err }

// Blame attributes an error to a word of a control; the word names a file too, so the error need not.
func Blame(control, word string, err error) error { return &blamed{control, word, err} }

type blamed struct {
	control, word string
	err           error
}

func (b *blamed) Error() string {
	err := b.err
	if file, named := err.(*FileError); named {
		err = file.Err
	}
	return fmt.Sprintf("%s = %s: %v", b.control, Quote(b.word), err)
}

func (b *blamed) Unwrap() error { return b.err }

// Size writes a number of bytes in the unit that people use.
func Size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// Plain returns r's text, decompressed if its first bytes say gzip. Reading
// more than most bytes is an error, so that a small file cannot grow without
// bound.
func Plain(r io.Reader, most int64) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return &bounded{r: b, left: most, most: most}, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, gzipError(err)
	}
	return &bounded{r: z, left: most, most: most, gzip: true}, nil
}

// ReadAll reads all of r, a file of at most most bytes, into a slice that
// doubles, so that no more than twice the limit is ever allocated.
func ReadAll(r io.Reader, most int) ([]byte, error) {
	text := make([]byte, 0, 1<<16)
	for {
		if len(text) == cap(text) {
			room := 2 * cap(text)
			if room >= most {
				room = most + 1 // enough to meet the end
			}
			text = append(make([]byte, 0, room), text...)
		}
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// bounded reads at most most bytes and puts errors of gzip in words.
type bounded struct {
	r          io.Reader
	left, most int64
	gzip       bool
}

func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if int64(n) > b.left {
		what := "the file holds"
		if b.gzip {
			what = "decompressed, the file holds"
		}
		return 0, fmt.Errorf("%s more than %s, which is the limit", what, Size(b.most))
	}
	b.left -= int64(n)
	if b.gzip {
		err = gzipError(err)
	}
	return n, err
}

func gzipError(err error) error {
	switch {
	case err == nil, err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip data end too early; a whole file would work")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return errors.New("the gzip data are damaged; a whole file would work")
	}
	return fmt.Errorf("the gzip data are damaged (%w); a whole file would work", err)
}

// AtMost returns an error if there are more than most of something.
func AtMost(n int, what string, most int) error {
	if n > most {
		return fmt.Errorf("%d %s; at most %d would work", n, what, most)
	}
	return nil
}
