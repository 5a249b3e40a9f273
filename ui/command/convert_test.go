package command

import (
	"strings"
	"testing"
)

func TestConvertPrintsAScript(t *testing.T) {
	status, out, _ := call("", "convert")
	if status != 0 || !strings.Contains(out, "def save_model(") || strings.Contains(out, "import pickle") {
		t.Errorf("status %d, %d bytes", status, len(out))
	}
}
