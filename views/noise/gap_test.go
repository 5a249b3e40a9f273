package noise

import (
	"strings"
	"testing"
)

// A gap greater than the whole least loss says so, and not 100 %.
func TestOverLeast(t *testing.T) {
	if says := overLeast(1.65); !strings.Contains(says, "may lose 165 % more") {
		t.Errorf("%q", says)
	}
}
