package source

import "testing"

// Whatever a file says moves no cursor and hides nothing.
func TestTextsAreHarmless(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""}, {" a\t\r\n b ", "a b"}, {"a\x1b[31mb\x07", "a[31mb"}, {"a\u202eb\u200bc\u009bd\ufeff", "abcd"}, {"\xff\xfea", "a"}, {"ünï", "ünï"},
		{"abcdefghij", "abcdefgh..."}, {"abcdefgh", "abcdefgh"},
	} {
		if got := Clean(c.text, 8); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
	if got := Quote("a\nb"); got != `"a b"` {
		t.Errorf("quoted %s", got)
	}
}

func TestSizes(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 bytes", 1 << 20: "1 MB", 512 << 20: "512 MB", 3 << 29: "1.5 GB"} {
		if got := Size(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
}
