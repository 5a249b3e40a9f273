package command

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/ui/report"
	"dpscope/ui/save"
)

func pageCommand() *cobra.Command {
	f := handoutFlags{}
	c := &cobra.Command{
		Use:   "page ADDRESS ... | COLLECTION.txt ...",
		Short: "Write a handout: pages for a browser that open from a disk",
		Long: "Write a folder of HTML pages: a first page with a title, the notes and what each address answers, and a page for each\n" +
			"address with its picture, its readings and what they rest on. They run no script and open without a network.\n" +
			"COLLECTION.txt has an address a line, each with a note on lines after it that begin with \"> \".\n" +
			"With --link, each page links to its setting in the explorer at URL; with --live, the built explorer (web/dist, or a ZIP\n" +
			"of it) is copied into the handout, which any web server then serves.",
		Example: "  dpscope page survey 'flips?epsilon=2' -o handout\n" +
			"  dpscope page report.txt --title 'Week 3' --live web/dist -o handout",
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVarP(&f.folder, "output", "o", "", "folder to write")
	c.Flags().StringVar(&f.title, "title", "", "title of the first page")
	c.Flags().StringVar(&f.live, "live", "", "folder or ZIP of the explorer for browsers, which is copied into the handout")
	c.Flags().StringVar(&f.link, "link", "", "URL of the explorer for browsers")
	c.Flags().StringArrayVar(&f.with, "with", nil,
		"CONTROL=VALUE in place of what addresses say, such as data=OTHER.csv; may be given several times")
	c.Flags().BoolVar(&f.force, "force", false, "overwrite files that exist")
	return c
}

// handoutFlags holds the flags of a handout.
type handoutFlags struct {
	reportFlags
	folder, title, live, link string
}

// liveFolder is the folder of the explorer within a handout.
const liveFolder = "live"

func (f handoutFlags) run(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usageError{errors.New("a handout needs an address, such as survey, or a file of them that ends in " + report.CollectionEnding)}
	case f.folder == "":
		return usageError{errors.New("a handout needs a folder; -o DIR would work")}
	case f.live != "" && f.link != "":
		return usageError{errors.New("--live and --link both say where the explorer is; one of them would work")}
	case f.link != "" && !strings.HasPrefix(f.link, "https://") && !strings.HasPrefix(f.link, "http://"):
		return usageError{fmt.Errorf("--link = %q is no address of a page; one that begins with https:// would work", engine.Visible(f.link))}
	}
	var explorer []save.File
	if f.live != "" {
		var err error
		if explorer, err = explorerFiles(f.live, filepath.Join(f.folder, liveFolder)); err != nil {
			return err
		}
		f.link = liveFolder + "/index.html"
	}
	made, err := f.report(c, args)
	if err != nil {
		return err
	}
	files, err := report.Handout{Title: f.title, Pages: made.Pages, Program: made.Program, Live: f.link}.Files(f.folder)
	if err != nil {
		return err
	}
	files = append(files, explorer...)
	for _, file := range files {
		if err := os.MkdirAll(filepath.Dir(file.Path), 0o755); err != nil {
			return err
		}
	}
	return stoppable(c.Context(), func(ctx context.Context) error { return save.Together(ctx, files, f.force) })
}

// explorerFiles returns the files of a built explorer, from a folder or a ZIP, as they stand in another folder.
func explorerFiles(from, to string) (files []save.File, err error) {
	info, err := os.Stat(from)
	if err != nil {
		return nil, fmt.Errorf("--live %s: %w", engine.Visible(from), errors.Unwrap(err))
	}
	tree := os.DirFS(from)
	if !info.IsDir() {
		archive, err := zip.OpenReader(from)
		if err != nil {
			return nil, fmt.Errorf("--live %s is neither a folder nor a ZIP; web/dist would work", engine.Visible(from))
		}
		tree = archive
	}
	if _, err := fs.Stat(tree, "index.html"); err != nil {
		return nil, fmt.Errorf("--live %s has no index.html; web/dist, which cd web && go run . -o DIR writes, would work", engine.Visible(from))
	}
	err = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files = append(files, save.File{Path: filepath.Join(to, filepath.FromSlash(path)), Write: func(w io.Writer) error {
			file, err := tree.Open(path)
			if err != nil {
				return err
			}
			defer file.Close()
			_, err = io.Copy(w, file)
			return err
		}})
		return nil
	})
	return files, err
}
