package classifier

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// A δ that reveals people gets a warning wherever a mechanism has one, and beside a table also one above one in the number of
// its people; where ε alone is guaranteed, there is no warning.
func TestLargeDeltaIsWarnedOf(t *testing.T) {
	effort.Unwatched(t)
	const (
		share    = "δ = 0.0500 may expose that share of people: keep it far below one in all records."
		oneInAll = "δ = 0.00100 is above one in 2,000, the number of people: set it far below."
	)
	for _, c := range []struct {
		view.View
		query, want string
	}{
		{Utility, "mechanism=gaussian&epsilon=0.5&delta=0.05", share},
		{Utility, "mechanism=gaussian&epsilon=0.5&delta=1e-6", ""},
		{Utility, "mechanism=gaussian-pac&epsilon=0.5&delta=0.05", share},
		{Utility, "mechanism=pm&epsilon=0.5", ""},
		{Map, "mechanism=laplace-bounded&epsilon=0.5&delta=0.05", share},
		{forRecord, "target=0.6&delta=0.05", ""},
		{Population, "mechanism=gaussian&epsilon=0.5&records=20&delta=0.05", share},
		{Population, "mechanism=gaussian&epsilon=0.5&records=20&delta=0.001", oneInAll},
		{Population, "mechanism=gaussian&epsilon=0.5&records=20&delta=1e-4", ""},
		{Population, "mechanism=pm&epsilon=0.5&records=20", ""},
	} {
		if got := viewtest.Sheet(t, c.View, c.query).Lead.Warning; got != c.want {
			t.Errorf("%s?%s warns %q, want %q", c.Name, c.query, got, c.want)
		}
	}
}
