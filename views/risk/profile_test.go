package risk

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/work/worktest"
)

// Where δ is read at ε = 0 and no profile ends within sight, the picture still has a width.
func TestProfileReadAtZero(t *testing.T) {
	values, err := Profile.Setting("epsilon=20&delta=1e-10&at=0")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := Profile.Sheet(worktest.Shared(), values, func(engine.Sheet) {})
	if err != nil {
		t.Fatal(err)
	}
	if x := sheet.Figure.X; x.High <= x.Low {
		t.Errorf("the picture goes from ε = %g to %g", x.Low, x.High)
	}
}
