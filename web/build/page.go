// Package build makes the page: the program for a browser's worker, packed, beside the files that run it.
package build

import (
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Page builds the page of the module in folder web into folder dist.
func Page(ctx context.Context, web, dist string) error {
	if err := copyFolder(filepath.Join(web, "page"), dist); err != nil {
		return err
	}
	root, err := run(ctx, web, nil, "env", "GOROOT")
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"), filepath.Join(dist, "wasm_exec.js")); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "dpscope-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "dpscope.wasm")
	if err := Program(ctx, web, folder, program); err != nil {
		return err
	}
	return pack(program, filepath.Join(dist, "dpscope.wasm.gz"))
}

// pack compresses a file as far as gzip goes: it is built once, and loaded by every visitor.
func pack(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer out.Close()
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.Copy(packed, in); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return out.Close()
}

// copyFolder copies a folder's files over those of another one, in which files of other names stay.
func copyFolder(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		}
		return copyFile(path, filepath.Join(to, name))
	})
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
