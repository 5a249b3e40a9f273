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

// list are the files that a pattern names, in the order of the alphabet; a pattern without * names one. Which
// schemes there are (gs://) the file systems of Beam say.
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

// write writes a file, whole or not at all: where two workers do the same the bytes are the same.
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

// read is a file as it is; nil where there is none.
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

// copies are the files of other systems that this worker has fetched.
var copies struct {
	sync.Mutex
	of map[string]string
}

// local is where a file lies on this machine: one of another system is fetched once.
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
