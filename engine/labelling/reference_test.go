package labelling

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/num/binomial"
	"dpscope/engine/oracle"
	"dpscope/mechanisms"
)

// emRow is one row of em.csv; an empty number is NaN.
type emRow struct {
	quantity                                       string
	n, epsilon, sensitivity, at, confidence, value float64
	chance                                         float64 // p, where the note gives it
}

func parseEMRow(t *testing.T, row map[string]string) emRow {
	t.Helper()
	number := func(text string) float64 {
		if text == "" {
			return math.NaN()
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%v: %v", row, err)
		}
		return v
	}
	r := emRow{
		quantity: row["quantity"], n: number(row["n"]), epsilon: number(row["eps"]), sensitivity: number(row["delta_q"]),
		at: number(row["j_or_flip"]), confidence: number(row["confidence"]), value: number(row["value"]), chance: math.NaN(),
	}
	if _, after, found := strings.Cut(row["note"], "at p="); found {
		word, _, _ := strings.Cut(after, ";")
		r.chance = number(strings.TrimSpace(word))
	}
	return r
}

// answer computes what a row states; ok is false for quantities that this program does not have (losses), or that are in the
// file to be refused.
func (r emRow) answer(t *testing.T) (got float64, ok bool) {
	t.Helper()
	flip := func(epsilon float64) mechanisms.LabelFlip {
		m, err := mechanisms.NewLabelFlip(epsilon / r.sensitivity / 2)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	response := func() mechanisms.LabelFlip { return flip(2 * r.epsilon * r.sensitivity) } // spends all of its budget
	promise := Promise{Records: r.n, Flip: r.at, Confidence: r.confidence}
	switch r.quantity {
	case "success_ge":
		return ScoreOf(flip(r.epsilon), r.n).Success, true
	case "success_gt":
		return ScoreOf(flip(r.epsilon), r.n).SuccessStrict, true
	case "ln_fail_ge":
		return ScoreOf(flip(r.epsilon), r.n).LogFailure, true
	case "ln_pr_q":
		return lawKept(flip(r.epsilon), r.n).LogProb(r.at), true
	case "flip_p":
		return flip(r.epsilon).Flip, true
	case "contraction":
		return flip(r.epsilon).Contraction, true
	case "eps_true":
		return flip(r.epsilon).Epsilon, true
	case "flip_p_rr":
		return response().Flip, true
	case "contraction_rr":
		return response().Contraction, true
	case "eps_min_exact":
		return Stated(promise.Exact()).Value, true
	case "eps_min_kl":
		return Stated(promise.Chernoff()).Value, true
	case "eps_min_kl_at_j":
		return Stated(promise.ChernoffAtJ()).Value, true
	case "eps_min_hoeffding", "eps_corollary3":
		return Stated(promise.Hoeffding()).Value, true
	case "eps_min_clt":
		return Stated(promise.Normal()).Value, true
	case "eps_min_clt_cc":
		return Stated(promise.NormalCorrected()).Value, true
	case "S", "S_fig1", "S_fig1_ceil":
		return binomial.New(r.n, r.chance).Tails(r.at).Below, true
	case "pmf_fig4":
		return binomial.New(r.n, r.chance).Prob(r.at), true
	case "cdf_fig2":
		allowed := Promise{Records: r.n, Flip: r.at, Confidence: 0.5}.Allowed()
		if r.at == 0 {
			allowed = 0
		}
		return flip(r.epsilon).Flips(r.n).Tails(allowed).Below, true
	}
	return 0, false
}

// allowed returns the tolerance of a row, absolute.
func (r emRow) allowed() float64 {
	switch {
	case strings.HasPrefix(r.quantity, "eps_"):
		return 1e-9
	case strings.HasPrefix(r.quantity, "ln_"):
		return max(1e-9, 1e-12*math.Abs(r.value))
	case r.n > 1e6:
		return 1e-9 * r.value
	}
	return max(1e-11*r.value, 2.3e-308)
}

func TestReference(t *testing.T) {
	type tally struct {
		rows        int
		error, used float64
	}
	tallies := map[string]*tally{}
	skipped := map[string]int{}
	for _, row := range oracle.Table(t, "reference/em.csv") {
		r := parseEMRow(t, row)
		got, ours := r.answer(t)
		if !ours {
			name, _, _ := strings.Cut(r.quantity, ".")
			skipped[name]++
			continue
		}
		if tallies[r.quantity] == nil {
			tallies[r.quantity] = &tally{}
		}
		sum := tallies[r.quantity]
		sum.rows++
		if math.IsNaN(r.value) || math.IsNaN(got) {
			if !math.IsNaN(r.value) || !math.IsNaN(got) {
				t.Errorf("%v: got %v", row, got)
			}
			continue
		}
		e := math.Abs(got - r.value)
		if !(e <= r.allowed()) {
			t.Errorf("%s n=%g ε=%g at=%g confidence=%g: %.17g, want %.17g (off by %.2g, allowed %.2g)",
				r.quantity, r.n, r.epsilon, r.at, r.confidence, got, r.value, e, r.allowed())
		}
		if r.quantity == "eps_min_exact" && got < r.value || r.quantity == "eps_min_kl" && got < r.value {
			t.Errorf("%s n=%g flip=%g confidence=%g: %.17g is below the true %.17g: not the safe side", r.quantity, r.n, r.at, r.confidence, got, r.value)
		}
		if e > 0 {
			sum.used = max(sum.used, e/r.allowed())
			if strings.HasPrefix(r.quantity, "eps_") || strings.HasPrefix(r.quantity, "ln_") {
				sum.error = max(sum.error, e)
			} else {
				sum.error = max(sum.error, e/r.value)
			}
		}
	}
	var lines []string
	total := 0
	for name, s := range tallies {
		lines = append(lines, fmt.Sprintf("%-18s %4d rows, largest error %.1e, %.1e of the tolerance", name, s.rows, s.error, s.used))
		total += s.rows
	}
	slices.Sort(lines)
	t.Logf("%d rows (not of labels or kept to be refused: %v)\n%s", total, skipped, strings.Join(lines, "\n"))
	if total < 1500 {
		t.Errorf("only %d rows were compared", total)
	}
}

// The file keeps two of the paper's slips so that they can be refused.
func TestMisprintsAreRefused(t *testing.T) {
	refused := 0
	for _, row := range oracle.Table(t, "reference/em.csv") {
		r := parseEMRow(t, row)
		switch r.quantity {
		case "misprint_p": // 1/(1+e^(1/(2ε))); at ε = 1 it is right by accident
			if m, _ := mechanisms.NewLabelFlip(r.epsilon / 2); math.Abs(m.Flip-r.value) < 1e-3 && r.epsilon != 1 {
				t.Errorf("ε = %g: the misprinted flip chance %v", r.epsilon, r.value)
			}
			refused++
		case "success_qfloor": // sum from ⌊n/2⌋: wrong at odd n until success is certain
			m, _ := mechanisms.NewLabelFlip(r.epsilon / 2)
			score := ScoreOf(m, r.n)
			tie := math.Exp(lawKept(m, r.n).LogProb(math.Floor(r.n / 2)))
			if odd := math.Mod(r.n, 2) == 1; odd && tie > 1e-9 && math.Abs(score.Success-r.value) < 1e-10 {
				t.Errorf("n = %g ε = %g: success %v counts a failure", r.n, r.epsilon, score.Success)
			} else if !odd && math.Abs(score.Success-r.value) > 1e-9 {
				t.Errorf("n = %g ε = %g: success %v, want %v", r.n, r.epsilon, score.Success, r.value)
			}
			refused++
		}
	}
	if refused < 90 {
		t.Errorf("only %d rows were looked at", refused)
	}
}
