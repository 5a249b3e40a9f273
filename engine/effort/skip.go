package effort

import "testing"

// ForNumbers leaves a test to the ordinary run where -short is given, as it is under
// the race detector: what is computed by one goroutine after another is the same there,
// ten times slower.
func ForNumbers(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("numbers of one goroutine: go test without -short runs this, the race detector has nothing to find in it")
	}
}

// ForPages is the same of what draws pages that another test shows to the race
// detector.
func ForPages(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("pages that TestScreens and TestPresets draw too: go test without -short runs this")
	}
}

// ForCheck leaves a test of seconds to the whole check.
func ForCheck(t testing.TB) {
	t.Helper()
	if !Check() {
		t.Skip("takes seconds: .ci/run tries this, and DPSCOPE_TESTS=check go test")
	}
}
