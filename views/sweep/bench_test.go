package sweep

import (
	"fmt"
	"testing"

	"dpscope/engine/work/worktest"
)

// The time of one setting of a million, with one reading requested and with all.
func BenchmarkSettings(b *testing.B) {
	for name, readings := range map[string][]string{"one": {"mass"}, "all": nil} {
		b.Run(name, func(b *testing.B) {
			s, err := Read(fmt.Sprintf("concentration?mechanism=pm&epsilon=0.1..7.9:1000&x=0..1:%d&from=0.2&to=0.8", b.N/1000+2))
			if err != nil {
				b.Fatal(err)
			}
			ctx := worktest.On(b.Context(), 1)
			table, err := s.Table(ctx, Layout{Readings: readings, Form: CSV})
			if err != nil {
				b.Fatal(err)
			}
			var rows []byte
			for i := range b.N {
				if rows, _, err = table.Append(ctx, rows[:0], uint64(i)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
