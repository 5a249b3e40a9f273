package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"dpscope/ui/save"
)

// system is an operating system with a kind of processor that a release has a program for.
type system struct {
	os, arch string // as Go names them
	title    string // as people do
}

// systems lists them in the order of the instructions.
var systems = []system{
	{"linux", "amd64", "Linux, Intel and AMD"},
	{"linux", "arm64", "Linux, ARM"},
	{"darwin", "arm64", "macOS, Apple's own processors"},
	{"darwin", "amd64", "macOS, Intel"},
	{"windows", "amd64", "Windows, Intel and AMD"},
	{"windows", "arm64", "Windows, ARM"},
	{"freebsd", "amd64", "FreeBSD, Intel and AMD"},
	{"freebsd", "arm64", "FreeBSD, ARM"},
}

// program returns the name of the program's file in a release, different for each system so that one folder holds all.
func (s system) program() string {
	name := "dpscope-" + s.os + "-" + s.arch
	if s.os == "windows" {
		name += ".exe"
	}
	return name
}

// line returns what one types to run the program with the given words, in the folder that holds it. Copying and downloading lose
// the mark of a program; macOS marks what was downloaded, and refuses to run it.
func (s system) line(words string) string {
	name := s.program()
	switch s.os {
	case "windows":
		return `.\` + name + " " + words
	case "darwin":
		return "xattr -c " + name + "; chmod +x " + name + "; ./" + name + " " + words
	}
	return "chmod +x " + name + "; ./" + name + " " + words
}

// released finds the programs of a release in a folder, or in the unpacked archives that lie in it: their paths, by system.
func released(folder string) (map[system]string, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("--release = %q is no folder; one that holds the programs of a release would work", folder)
	}
	found := map[system]string{}
	for _, s := range systems {
		unpacked, _ := filepath.Glob(filepath.Join(globbed(folder), "*-"+s.os+"-"+s.arch, s.program()))
		for _, path := range append(unpacked, filepath.Join(folder, s.program())) {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				found[s] = path
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s holds no program of a release; one such as %s, or an unpacked archive, would work", folder, systems[0].program())
	}
	return found, nil
}

// globbed protects a path's letters that a pattern gives a meaning.
func globbed(path string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(path)
}

// copyProgram copies a program, which can then be run.
func copyProgram(ctx context.Context, from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	write := func(w io.Writer) error {
		_, err := io.Copy(w, source)
		return err
	}
	if err := save.New(ctx, to, write, false); err != nil {
		return err
	}
	return os.Chmod(to, 0o755)
}
