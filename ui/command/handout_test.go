package command

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A handout takes the explorer from a folder or a ZIP, and says what is no explorer.
func TestHandoutTakesTheExplorer(t *testing.T) {
	folder := t.TempDir()
	dist, archive := filepath.Join(folder, "dist"), filepath.Join(folder, "dist.zip")
	if err := os.MkdirAll(filepath.Join(dist, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	z, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	zipped := zip.NewWriter(z)
	for name, text := range map[string]string{"index.html": "<p>here", "sub/page.js": "1"} {
		if err := os.WriteFile(filepath.Join(dist, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := zipped.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for i, live := range []string{dist, archive} {
		out := filepath.Join(folder, "out", string(rune('a'+i)))
		if status, _, trouble := called(t, "page", "survey", "--live", live, "-o", out); status != ok {
			t.Fatal(status, trouble)
		}
		for name, says := range map[string]string{"live/index.html": "<p>here", "live/sub/page.js": "1", "1-survey.html": `href="live/index.html#survey"`} {
			if text, err := os.ReadFile(filepath.Join(out, name)); err != nil || !strings.Contains(string(text), says) {
				t.Errorf("%s lacks %s: %v", name, says, err)
			}
		}
		if status, _, trouble := called(t, "page", "survey", "-o", out); status != failed || !strings.Contains(trouble, "exists") {
			t.Errorf("a second handout: %d, %s", status, trouble)
		}
	}
	for says, words := range map[string][]string{
		"a handout needs an address": {"page", "-o", folder},
		"-o DIR would work":          {"page", "survey"},
		"one of them would work":     {"page", "survey", "-o", folder, "--live", dist, "--link", "https://a.b"},
		"begins with https://":       {"page", "survey", "-o", folder, "--link", "javascript:alert(1)"},
		"no such file":               {"page", "survey", "-o", folder, "--live", filepath.Join(folder, "none")},
		"has no index.html":          {"page", "survey", "-o", folder, "--live", filepath.Join(dist, "sub")},
		"neither a folder nor a ZIP": {"page", "survey", "-o", folder, "--live", filepath.Join(dist, "index.html")},
	} {
		if status, _, trouble := called(t, words...); status == ok || !strings.Contains(trouble, says) {
			t.Errorf("%v: %d, %s", words, status, trouble)
		}
	}
}
