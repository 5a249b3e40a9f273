package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// list returns the files that match a pattern, in alphabetical order; a pattern without * names one. Beam's file systems decide
// which schemes exist (gs://).
func list(ctx context.Context, pattern string) ([]string, error) {
	system, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	defer system.Close()
	files, err := system.List(ctx, pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: there is no such file", pattern)
	}
	slices.Sort(files)
	return files, nil
}

// write writes a file, whole or not at all: two workers that write the same file write the same bytes.
func write(ctx context.Context, file string, text []byte) error {
	system, err := filesystem.New(ctx, file)
	if err != nil {
		return err
	}
	defer system.Close()
	to := file
	mover, moves := system.(filesystem.Renamer)
	if moves {
		to = fmt.Sprintf("%s.%d.part", file, os.Getpid())
	}
	w, err := system.OpenWrite(ctx, to)
	if err != nil {
		return fmt.Errorf("%s is not written: %w", file, err)
	}
	_, err = w.Write(text)
	if e := w.Close(); err == nil {
		err = e
	}
	if err == nil && moves {
		err = mover.Rename(ctx, to, file)
	}
	if err != nil {
		if remover, removes := system.(filesystem.Remover); removes && moves {
			remover.Remove(ctx, to)
		}
		return fmt.Errorf("%s is not written: %w", file, err)
	}
	return nil
}

// read returns the contents of a file; nil where it does not exist.
func read(ctx context.Context, file string) ([]byte, error) {
	system, err := filesystem.New(ctx, file)
	if err != nil {
		return nil, err
	}
	defer system.Close()
	if found, err := system.List(ctx, file); err != nil || len(found) == 0 {
		return nil, err
	}
	r, err := system.OpenRead(ctx, file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// copies holds the files of other systems that this worker has fetched.
var copies struct {
	sync.Mutex
	of map[string]string
}

// local returns where a file lies on this machine; it fetches a file of another system once.
func local(ctx context.Context, file string) (string, error) {
	if !strings.Contains(file, "://") {
		return file, nil
	}
	copies.Lock()
	defer copies.Unlock()
	if at, is := copies.of[file]; is {
		return at, nil
	}
	system, err := filesystem.New(ctx, file)
	if err != nil {
		return "", err
	}
	defer system.Close()
	from, err := system.OpenRead(ctx, file)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	defer from.Close()
	folder, err := os.MkdirTemp("", "dpscope-beam-")
	if err != nil {
		return "", err
	}
	at := filepath.Join(folder, path.Base(file))
	to, err := os.Create(at)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	if e := to.Close(); err == nil {
		err = e
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	if copies.of == nil {
		copies.of = map[string]string{}
	}
	copies.of[file] = at
	return at, nil
}
