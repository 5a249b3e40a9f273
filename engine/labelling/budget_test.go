package labelling

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
)

func TestAllowedFlipsAreDecimal(t *testing.T) {
	for _, c := range []struct{ records, flip, want float64 }{
		{100, 0.29, 29}, // 0.29·100 is 28.999999999999996 in float64
		{100, 0.57, 57},
		{100, 0.58, 58},
		{1000, 0.001, 1},
		{1e12, 0.3, 3e11},
		{1e12, 0.1, 1e11},
		{3, 1. / 3, 1},
		{10, 0.05, 0},
		{10, 0.99, 9},
		{7, 0.5, 3},
		{1, 0.999, 0},
		{100, 0.2899999999, 28},
		{1e6, 0.1234567, 123456},
	} {
		if got := (Promise{Records: c.records, Flip: c.flip, Confidence: 0.9}).Allowed(); got != c.want {
			t.Errorf("%g of %g: %g flips allowed, want %g", c.flip, c.records, got, c.want)
		}
	}
	for k := range 1000 { // every per mille of every round number
		flip, _ := strconv.ParseFloat("0."+strings.Repeat("0", 3-len(strconv.Itoa(k)))+strconv.Itoa(k), 64)
		for _, records := range []float64{1e3, 1e4, 1e6, 1e9, 1e12} {
			if got := (Promise{Records: records, Flip: flip}).Allowed(); got != float64(k)*records/1000 {
				t.Errorf("%g of %g: %.17g", flip, records, got)
			}
		}
	}
}

func TestDecimalComplement(t *testing.T) {
	for text, want := range map[string]string{
		"0.999": "0.001", "0.95": "0.05", "0.5": "0.5", "0.1": "0.9", "0.999999999999": "1e-12",
		"0.3": "0.7", "0.0625": "0.9375", "1e-5": "0.99999", "1e-300": "1", "0.123456789012345": "0.876543210987655",
		"0.9999999999999999": "1e-16",
	} {
		x, _ := strconv.ParseFloat(text, 64)
		exact, _ := strconv.ParseFloat(want, 64)
		if got := decimalComplement(x); got != exact {
			t.Errorf("1 − %s = %.17g, want %s", text, got, want)
		}
	}
}

// TestBudgetOrder: exact ≤ KL ≤ KL at j ≤ Hoeffding, whatever is asked.
func TestBudgetOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(2210, 4132))
	missing, zero := 0, 0
	for range effort.Scale(3_000, 10_000, 10_000) {
		p := Promise{
			Records:    math.Floor(math.Pow(10, 12*rng.Float64())),
			Flip:       rng.Float64(),
			Confidence: 1 - math.Pow(10, -8*rng.Float64()),
		}
		if rng.IntN(2) == 0 { // round numbers, as people type them
			p.Flip = float64(1+rng.IntN(99)) / 100
			p.Records = math.Pow(10, float64(rng.IntN(12)))
		}
		b := p.cell(known.Nothing("no table has it"))
		if b.ChernoffAtJ.Missing() { // it asks for more than 1500, and Hoeffding for no less
			b.ChernoffAtJ = known.OrLess(1500)
		}
		if !(0 <= b.Exact.Value && b.Exact.Value <= b.Chernoff.Value && b.Chernoff.Value <= b.ChernoffAtJ.Value) {
			t.Fatalf("%+v: %+v", p, b)
		}
		if b.Hoeffding.Missing() {
			missing++
			if b.Hoeffding.None == "" || p.product() > p.Margin() {
				t.Fatalf("%+v: Hoeffding %+v", p, b.Hoeffding)
			}
		} else if !(b.ChernoffAtJ.Value <= b.Hoeffding.Value) {
			t.Fatalf("%+v: %+v", p, b)
		}
		if b.Exact.Value == 0 {
			zero++
		}
		for _, normal := range []known.Value{b.Normal, b.NormalCorrected} {
			if normal.Missing() == (normal.None == "") || normal.Value < 0 {
				t.Fatalf("%+v: normal approximation %+v", p, normal)
			}
		}
	}
	if missing == 0 || zero == 0 {
		t.Errorf("%d without Hoeffding, %d met by coins: the cases are too tame", missing, zero)
	}
	t.Logf("10000 cases; Hoeffding promises nothing in %d, coins do in %d", missing, zero)
}

// keptAt returns Pr(F ≤ j) at a nominal ε, in 300-bit arithmetic, for n ≤ 200.
func keptAt(epsilon float64, n, j int) *big.Float {
	const precision = 300
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
	// e^(ε/2) by its series after 2^20-fold division.
	x := number(epsilon / 2)
	x.SetMantExp(x, -20)
	e, term := number(1), number(1)
	for k := 1; k < 40; k++ {
		term.Mul(term, x)
		term.Quo(term, number(float64(k)))
		e.Add(e, term)
	}
	for range 20 {
		e.Mul(e, e)
	}
	flip := number(1)
	flip.Quo(flip, new(big.Float).SetPrec(precision).Add(number(1), e))
	keep := new(big.Float).SetPrec(precision).Mul(flip, e)
	total := number(0)
	for x := 0; x <= j; x++ {
		term := new(big.Float).SetPrec(precision).SetInt(new(big.Int).Binomial(int64(n), int64(x)))
		for range x {
			term.Mul(term, flip)
		}
		for range n - x {
			term.Mul(term, keep)
		}
		total.Add(total, term)
	}
	return total
}

// TestExactBudgetIsSafeAndLeast checks the answer in 300-bit arithmetic: the
// promise, read as decimals, holds at ε and fails at ε − 1e-9.
func TestExactBudgetIsSafeAndLeast(t *testing.T) {
	for _, n := range []int{1, 2, 5, 10, 37, 100, 200} {
		for _, flip := range []float64{0.01, 0.05, 0.2, 0.29, 0.5, 0.8} {
			for _, confidence := range []string{"0.05", "0.5", "0.95", "0.999", "0.999999999"} {
				p := Promise{Records: float64(n), Flip: flip}
				p.Confidence, _ = strconv.ParseFloat(confidence, 64)
				wanted, _, _ := big.ParseFloat(confidence, 10, 300, big.ToNearestEven)
				exact, j := p.Exact().Value, int(p.Allowed())
				if got := keptAt(2*exact, n, j); got.Cmp(wanted) < 0 {
					t.Errorf("%+v: at ε = %v the probability is %v", p, exact, got)
				}
				if exact == 0 {
					continue
				}
				if got := keptAt(2*max(exact-1e-9, 0), n, j); got.Cmp(wanted) >= 0 {
					t.Errorf("%+v: ε = %v is not the least: 1e-9 less gives %v", p, exact, got)
				}
			}
		}
	}
}

func TestTables(t *testing.T) {
	printed, empty, filled := 0, 0, 0
	below := map[string]int{}
	for _, table := range tables {
		for _, cell := range table.Cells() {
			if cell.Printed.Missing() {
				empty++
				if cell.Printed.None != "an empty cell" || cell.Hoeffding.None != "gives no ε" || cell.Class != ExactOnly {
					t.Errorf("%+v: the paper has no budget, Hoeffding %+v", cell.Promise, cell.Hoeffding)
				}
			} else {
				printed++
				if got := math.Round(Stated(cell.Hoeffding).Value*1000) / 1000; got != cell.Printed.Value {
					t.Errorf("%+v: Hoeffding %.6f, printed %.3f", cell.Promise, Stated(cell.Hoeffding).Value, cell.Printed.Value)
				}
				if Stated(cell.Exact).Value > cell.Printed.Value {
					t.Errorf("%+v: exact %v above the printed %v", cell.Promise, Stated(cell.Exact).Value, cell.Printed.Value)
				}
			}
			if cell.Exact.Value > 0 && Stated(cell.Exact).Value == 2*cell.Exact.Value {
				filled++
			}
			if cell.Normal.Value < cell.Exact.Value {
				below["normal"]++
			}
			if cell.NormalCorrected.Value < cell.Exact.Value {
				below["corrected"]++
			}
		}
	}
	if printed != 94 || empty != 6 || filled != 100 {
		t.Errorf("%d printed, %d empty, %d exact cells; want 94, 6, 100", printed, empty, filled)
	}
	// The approximation is no guarantee (counted in 34-digit arithmetic).
	if below["normal"] != 33 || below["corrected"] != 100 {
		t.Errorf("the normal approximation is too small in %d cells, corrected in %d; want 33 and 100", below["normal"], below["corrected"])
	}
}

// The six cells that the paper leaves empty, and two landmarks (mpmath, 34
// digits).
func TestEmptyCellsHaveAnswers(t *testing.T) {
	for _, c := range []struct{ records, flip, confidence, exact float64 }{
		{100, 0.15, 0.999, 5.267}, {100, 0.1, 0.999, 6.569}, {100, 0.05, 0.999, 8.944}, {1000, 0.05, 0.999, 6.817},
		{100, 0.1, 0.95, 5.402}, {100, 0.05, 0.95, 7.211},
		{100, 0.2, 0.999, 4.357}, {1e6, 0.5, 0.999, 0.0124},
	} {
		p := Promise{c.records, c.flip, c.confidence}
		if got := Stated(p.Exact()).Value; math.Abs(got-c.exact) > 5.1e-4 {
			t.Errorf("%+v: exact %.6f, want %.3f", p, got, c.exact)
		}
	}
	p := Promise{100, 0.2, 0.999}
	if table, value, ok := Printed(p); table != "I" || value != known.Printed(8.487) || !ok {
		t.Errorf("printed %v %v %v", table, value, ok)
	}
	if table, value, ok := Printed(Promise{100, 0.1, 0.95}); table != "II" || !value.Missing() || value.None != "an empty cell" || !ok {
		t.Errorf("an empty cell: %v %v %v", table, value, ok)
	}
	if _, _, ok := Printed(Promise{200, 0.2, 0.999}); ok {
		t.Error("a cell that no table has")
	}
}

func TestCoinsSuffice(t *testing.T) {
	for _, p := range []Promise{
		{1, 0.5, 0.5},  // one label, at most none flipped: half the time
		{4, 0.5, 0.68}, // Pr(F ≤ 2) = 11/16
		{1e6 + 1, 0.5, 0.5},
		{4, 0.5, 0.6875},
		{100, 0.9, 0.999},
		{1e12, 0.6, 0.999999},
		{1e12, 0.5, 0.3},
	} {
		if got := p.Exact(); got.Value != 0 {
			t.Errorf("%+v: exact %+v, fair coins do", p, got)
		}
	}
	if got := (Promise{4, 0.5, 0.69}).Exact().Value; got <= 0 {
		t.Errorf("Pr(F ≤ 2) = 0.6875 at n = 4 does not reach 0.69, yet ε = %v", got)
	}
}

// Corners: an answer or a reason, never NaN without one, never long.
func TestBudgetCorners(t *testing.T) {
	tiny := math.SmallestNonzeroFloat64
	for _, records := range []float64{1, 2, 99, 1e6, 1e12} {
		for _, flip := range []float64{tiny, 1e-300, 1e-13, 1e-6, 0.5, 1 - 1e-16} {
			for _, confidence := range []float64{tiny, 1e-9, 0.5, 1 - 1e-9, 1 - 1e-16} {
				p := Promise{records, flip, confidence}
				b := p.cell(known.Nothing("no table has it"))
				for name, answer := range map[string]known.Value{
					"exact": b.Exact, "KL": b.Chernoff, "KL at j": b.ChernoffAtJ, "Hoeffding": b.Hoeffding,
					"normal": b.Normal, "corrected": b.NormalCorrected,
				} {
					if bad := answer.Missing() != (answer.None != ""); bad || answer.Value < 0 || math.IsInf(answer.Value, 0) {
						t.Errorf("%+v: %s %+v", p, name, answer)
					}
				}
				if b.Exact.Missing() || b.Chernoff.Missing() {
					t.Errorf("%+v: %+v", p, b)
				}
			}
		}
	}
}

func TestExactKeepsItsPromiseAtSize(t *testing.T) {
	for _, records := range []float64{1e3, 1e6, 1e9, 1e12} {
		for _, flip := range []float64{1e-6, 0.05, 0.3, 0.5} {
			p := Promise{records, flip, 0.999}
			epsilon := p.Exact().Value
			if above := binomial.FromLogOdds(records, epsilon).Tails(p.Allowed()).Above; above > 0.001 || above < 0.001*(1-1e-6) {
				t.Errorf("%+v: at ε = %v more are flipped with chance %v", p, epsilon, above)
			}
		}
	}
}

func BenchmarkExactBudget(b *testing.B) {
	p := Promise{1e6, 0.2, 0.999}
	for b.Loop() {
		p.Exact()
	}
}

func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		for _, t := range tables {
			t.Cells()
		}
	}
}
