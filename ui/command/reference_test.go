package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReferenceIsUpToDate(t *testing.T) {
	var b strings.Builder
	if err := WriteReference(&b); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "assets", "reference.md"))
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(page) {
		t.Error("reference.md is stale: go generate ./assets makes it anew")
	}
}
