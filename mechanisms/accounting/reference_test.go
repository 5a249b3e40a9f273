package accounting

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

// row is a line of the reference: its quantity, its parameters and its value.
type row struct {
	quantity string
	params   map[string]float64
	value    float64
}

func (r row) run() Run {
	return Run{Step{r.params["q"], r.params["sigma"]}, max(r.params["T"], 1)}
}

func (r row) repeated() Repeated { return Repeated{r.params["eps"], r.params["m"]} }

// embedded holds some rows of the reference, for use without it; 40-digit arithmetic, and transforms of 2²² cells.
const embedded = `rdp_subsampled_gauss_int,q=0.01;sigma=1.0;alpha=2,0.0001718134220745479
rdp_subsampled_gauss_int,q=0.01;sigma=1.0;alpha=32,11.24627593704807
rdp_subsampled_gauss_int,q=0.3;sigma=4.0;alpha=32,0.1664762704379399
rdp_subsampled_gauss_num,q=0.01;sigma=1.0;alpha=8.5,0.001089388849876
rdp_subsampled_gauss_num,q=0.1;sigma=2.0;alpha=1.5,0.002098934595451
rdp_subsampled_gauss_num,q=0.005;sigma=0.7;alpha=8.5,2.668760560302
eps_rdp_integer_orders_improved,q=0.01;sigma=1.1;T=10000;delta=1e-05,5.65430800015
eps_rdp_integer_orders_classic,q=0.01;sigma=1.1;T=10000;delta=1e-05,6.27981102957
eps_rdp_continuous_improved,q=0.01;sigma=1.1;T=10000;delta=1e-05,5.631809667
eps_pld_remove,q=0.01;sigma=1.1;T=10000;delta=1e-05,5.192583461
eps_pld_add,q=0.01;sigma=1.1;T=10000;delta=1e-05,4.806500072
eps_pld_remove,q=0.005;sigma=0.7;T=400;delta=1e-05,1.972948244
eps_pld_remove,q=0.0286;sigma=2.0;T=700;delta=8e-09,2.286656481
eps_pld,q=0.01;sigma=1.0;T=1000;delta=1e-05,1.828236666
eps_pld,q=0.0286;sigma=2.0;T=700;delta=8e-09,2.286656481
composition_basic,eps=0.1;m=50;delta_prime=1e-06,5
composition_advanced,eps=0.1;m=50;delta_prime=1e-06,4.24277677922808
composition_advanced_tight,eps=0.1;m=50;delta_prime=1e-06,3.96671406363924
composition_optimal,eps=0.1;m=50;delta_prime=1e-06,3.17290273401919
composition_zcdp,eps=0.1;m=50;delta_prime=1e-06,3.96692218884984
subsample_amplified_eps,eps=5;s=0.5,4.31356816792917`

// rows returns the rows of a quantity, from the reference and embedded.
func rows(t *testing.T, quantity string) (list []row) {
	t.Helper()
	for line := range strings.Lines(embedded) {
		cells := strings.Split(strings.TrimSpace(line), ",")
		if cells[0] == quantity {
			list = append(list, read(t, cells[0], cells[1], cells[2]))
		}
	}
	if oracle.Present() {
		for _, cells := range oracle.Table(t, "reference", "imbalance.csv") {
			if cells["quantity"] == quantity {
				list = append(list, read(t, quantity, cells["params"], cells["value"]))
			}
		}
	}
	if len(list) == 0 {
		t.Fatalf("no row is about %s", quantity)
	}
	return list
}

func read(t *testing.T, quantity, params, value string) row {
	t.Helper()
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		t.Fatal(err)
	}
	return row{quantity, oracle.Params(params), v}
}

// Every closed form and every order against its row.
func TestReference(t *testing.T) {
	slack := func(r row) float64 { return r.params["delta_prime"] }
	for _, c := range []struct {
		quantity  string
		tolerance float64
		of        func(row) float64
	}{
		{"composition_basic", 1e-14, func(r row) float64 { return r.repeated().Basic() }},
		{"composition_advanced", 1e-13, func(r row) float64 { return r.repeated().Advanced(slack(r), Classic) }},
		{"composition_advanced_tight", 1e-13, func(r row) float64 { return r.repeated().Advanced(slack(r), Tight) }},
		{"composition_optimal", 1e-10, func(r row) float64 { return r.repeated().Optimal(slack(r)) }},
		{"composition_zcdp", 1e-13, func(r row) float64 { return r.repeated().Concentrated(slack(r)) }},
		{"subsample_amplified_eps", 1e-14, func(r row) float64 { return Amplified(r.params["eps"], r.params["s"]) }},
		{"rdp_subsampled_gauss_int", 1e-12, func(r row) float64 { return r.run().wholeDivergence(int(r.params["alpha"])) }},
		{"rdp_subsampled_gauss_int", 1e-12, func(r row) float64 { return r.run().Divergence(r.params["alpha"]) }},
		{"rdp_subsampled_gauss_num", 1e-8, func(r row) float64 { return r.run().Divergence(r.params["alpha"]) }},
		{"eps_rdp_integer_orders_improved", 1e-10, func(r row) float64 {
			improved, _ := r.run().Whole().Renyi(r.run().Steps, r.params["delta"])
			return improved.Epsilon
		}},
		{"eps_rdp_integer_orders_classic", 1e-10, func(r row) float64 {
			_, classic := r.run().Whole().Renyi(r.run().Steps, r.params["delta"])
			return classic.Epsilon
		}},
		{"eps_rdp_continuous_improved", 1e-9, func(r row) float64 { return r.run().Renyi(r.params["delta"]).Epsilon }},
	} {
		for _, r := range rows(t, c.quantity) {
			if got := c.of(r); !(math.Abs(got-r.value) <= c.tolerance*math.Abs(r.value)) {
				t.Errorf("%s at %v: %.15g, want %.15g (off by %.2g)", r.quantity, r.params, got, r.value, got/r.value-1)
			}
		}
	}
}
