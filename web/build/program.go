package build

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// missing holds, by module, the file that it lacks to compile for a browser.
//
//go:embed missing
var missing embed.FS

// lacking lists the modules that do not compile for a browser, and what each of them gets: a file of the folder missing. Go
// refuses to lay a file over its module cache, and a replacement in go.mod would keep others from installing dpscope, so both are
// copied, and a workspace that is made for the build names the copies.
var lacking = []struct{ module, file string }{
	{"charm.land/bubbletea/v2", "bubbletea.go.txt"},
	{"github.com/atotto/clipboard", "clipboard.go.txt"},
}

// Program compiles the program of the module in folder web for a browser's worker. Work is a folder for what the build needs.
func Program(ctx context.Context, web, work, out string) error {
	web, err := filepath.Abs(web)
	if err != nil {
		return err
	}
	var use strings.Builder
	fmt.Fprintf(&use, "go 1.26\n\nuse (\n\t%q\n\t%q\n", web, filepath.Dir(web))
	for i, m := range lacking {
		folder := filepath.Join(work, fmt.Sprint("module", i))
		if err := complete(ctx, web, m.module, m.file, folder); err != nil {
			return err
		}
		fmt.Fprintf(&use, "\t%q\n", folder)
	}
	use.WriteString(")\n")
	if err := os.WriteFile(filepath.Join(work, "go.work"), []byte(use.String()), 0o644); err != nil {
		return err
	}
	_, err = run(ctx, web, []string{"GOOS=js", "GOARCH=wasm", "GOWORK=" + filepath.Join(work, "go.work")},
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "./worker")
	return err
}

// complete copies a module out of the cache and adds the file that it lacks.
func complete(ctx context.Context, web, module, file, folder string) error {
	if _, err := run(ctx, web, nil, "mod", "download", module); err != nil {
		return err
	}
	cached, err := run(ctx, web, nil, "list", "-m", "-f", "{{.Dir}}", module)
	if err != nil {
		return err
	}
	if err := os.CopyFS(folder, os.DirFS(cached)); err != nil {
		return err
	}
	text, err := missing.ReadFile("missing/" + file)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "lacking_js.go"), text, 0o644)
}

// run runs the go command in a folder, with more in its environment, and returns what it prints.
func run(ctx context.Context, folder string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	var printed, trouble bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = folder, append(os.Environ(), env...), &printed, &trouble
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, &trouble)
	}
	return strings.TrimSpace(printed.String()), nil
}
