package assets_test

import (
	"os"
	"strings"
	"testing"

	"dpscope/ui/command"
)

func TestReferenceIsUpToDate(t *testing.T) {
	var b strings.Builder
	if err := command.WriteReference(&b); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("reference.md")
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(page) {
		t.Error("reference.md is stale: go generate ./assets makes it anew")
	}
}
