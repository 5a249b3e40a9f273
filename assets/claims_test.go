package assets

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the program has is what people read and review: every file of the claims is packed as it is.
func TestClaimFilesArePacked(t *testing.T) {
	files, err := filepath.Glob("claims/*")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, file := range files {
		if strings.HasSuffix(file, ".gz") {
			continue
		}
		read++
		text, err := os.ReadFile(file)
		had, fault := ClaimFile(filepath.Base(file))
		if err != nil || fault != nil || !bytes.Equal(had, text) {
			t.Errorf("%s.gz is packed from another file (%v, %v): gzip -9nkf assets/%s makes it anew", file, err, fault, file)
		}
	}
	if packs, _ := filepath.Glob("claims/*.gz"); len(packs) != read || read < 7 {
		t.Errorf("%d files are packed as %d", read, len(packs))
	}
}
