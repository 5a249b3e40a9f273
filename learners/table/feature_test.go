package table

import "testing"

// The values for 0 and 1 are written as people write them, also where they are large.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		low, divisor float64
		unit, want   string
	}{
		{0, 100, "years", "0 to 100 years"},
		{1964.4, 679536, "", "1964 to 681,500"},
		{-25000, 50000, "€", "-25,000 to 25,000 €"},
		{0.00002, 0.5, "", "2e-05 to 0.5"},
		{0, 1e16, "", "0 to 10^16"},
	} {
		f := Feature{Unit: c.unit, Scale: Scale{Offset: c.low, Divisor: c.divisor}}
		if got := f.Ends(); got != c.want {
			t.Errorf("of %g on %g: %q, want %q", c.divisor, c.low, got, c.want)
		}
	}
}
