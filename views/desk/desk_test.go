package desk_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dpscope/engine/claim"
	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/views/desk"
)

var update = flag.Bool("update", false, "record what checking the claims gives")

const keptBytes = 64 << 20

// tests returns a desk that runs the tests that claims name.
func tests(t *testing.T) desk.Desk {
	return desk.Desk{Tests: func(name string) (claim.Finding, error) {
		f, found := evidence[name]
		if !found {
			return claim.Finding{}, fmt.Errorf("no test is called %s", name)
		}
		return f(t), nil
	}}
}

// Each test of a claim reports its finding, also by itself: go test ./views/desk -run Evidence/NAME -v.
func TestEvidence(t *testing.T) {
	for name, f := range evidence {
		t.Run(name, func(t *testing.T) {
			found := f(t)
			t.Logf("holds: %v, %v", found.Holds, found.Numbers)
		})
	}
}

// TestClaims checks every claim: its verdict follows, and the recorded outcome equals the computed one. The ordinary run tries
// some.
func TestClaims(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	record, err := claim.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	tried := all
	if !*update {
		tried = nil
		for i, c := range all {
			if effort.Sample(i, 4, 1) {
				tried = append(tried, c)
			}
		}
	}
	ctx := worktest.Session(t.Context(), keptBytes)
	d := tests(t)
	outcomes := make([]claim.Outcome, len(tried))
	var wait sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wait.Go(func() {
			for i := range next {
				began := time.Now()
				o, err := d.Check(ctx, tried[i])
				if err != nil {
					t.Error(err)
				}
				outcomes[i] = o
				if spent := time.Since(began); spent > time.Second {
					t.Logf("%s: %v", tried[i].ID, spent.Round(time.Millisecond))
				}
			}
		})
	}
	for i := range tried {
		next <- i
	}
	close(next)
	wait.Wait()
	if *update {
		write(t, outcomes)
		return
	}
	for _, o := range outcomes {
		differs(t, o, record[o.ID])
	}
}

// differs compares a computed outcome with the recorded one.
func differs(t *testing.T, is, was claim.Outcome) {
	t.Helper()
	const rounding = 1e-6
	number := func(v *float64) float64 {
		if v == nil {
			return math.NaN()
		}
		return *v
	}
	a, b := number(is.Value), number(was.Value)
	if is.Found != was.Found || !means(is.Address, was.Address) || is.Ours != was.Ours || is.Printed != was.Printed || is.Why != was.Why || is.Cells != was.Cells ||
		math.IsNaN(a) != math.IsNaN(b) || math.Abs(a-b) > rounding*max(math.Abs(a), 1e-9) {
		t.Errorf("%s is recorded otherwise (go test ./views/desk -run Claims -update):\n%+v\nand computed\n%+v", is.ID, was, is)
	}
}

// means reports whether an address says all that another says; controls that a view got later may be left out.
func means(address, recorded string) bool {
	for part := range strings.FieldsFuncSeq(recorded, func(r rune) bool { return r == '?' || r == '&' }) {
		if !strings.Contains("&"+strings.Replace(address, "?", "&", 1)+"&", "&"+part+"&") {
			return false
		}
	}
	return true
}

func write(t *testing.T, outcomes []claim.Outcome) {
	var b strings.Builder
	b.WriteString("[\n")
	for i, o := range outcomes {
		line, err := json.Marshal(o)
		if err != nil {
			t.Fatal(o.ID, err)
		}
		b.Write(line)
		if i < len(outcomes)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]\n")
	if err := os.WriteFile("../../assets/claims/computed.json", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Few claims are proven by words alone.
func TestFewArguments(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	arguments := 0
	for _, c := range all {
		if c.Check.Kind == claim.Argument {
			arguments++
		}
	}
	if arguments > claim.MostArguments {
		t.Errorf("%d claims are checked by words alone; at most %d may be", arguments, claim.MostArguments)
	}
}

// planted lists claims with a mistake, one for each kind of check, beside the sound version.
var planted = []struct{ kind, sound, wrong, says string }{
	{"expression", "check: epsilon-printed = 2 * epsilon-hoeffding within 0.0005\nverdict: holds", "check: epsilon-printed = epsilon-stated within 0.0005\nverdict: holds", "is refuted"},
	{"expression, its verdict", "check: epsilon-stated >= 2 * epsilon-hoeffding\nverdict: false", "check: epsilon-stated >= 2 * epsilon-hoeffding\nverdict: holds", "is refuted"},
	{"search", "printed: 4.357\ncheck: solve epsilon-stated = 4.357 by flip within 10\nverdict: holds", "printed: 4.357\ncheck: solve epsilon-stated = 4.357 by flip within 0.001\nverdict: holds", "is refuted"},
	{"same", "check: same attack?of=labels&epsilon=1 attack?of=response&epsilon=1 of found\nverdict: holds", "check: same attack?of=labels&epsilon=1 attack?of=response&epsilon=2 of found\nverdict: holds", "is refuted"},
	{"test", "check: test Chain\nverdict: false", "check: test Chain\nverdict: holds", "is refuted"},
	{"argument", "check: argument refuted\nverdict: false", "check: argument holds\nverdict: false", "holds"},
	{"needs", "check: needs private networks\nverdict: not computed yet", "check: needs more time\nverdict: not computed yet", "one of"},
	{"correction", "printed: 8.487 ε\ncheck: 2 * epsilon-hoeffding = printed within 0.0005\nours: epsilon-stated\nverdict: holds, with a correction", "printed: 8.487 ε\ncheck: 2 * epsilon-hoeffding = printed within 0.0005\nours: epsilon-printed\nverdict: holds, with a correction", "no correction"},
	{"no correction", "printed: 8.487 ε\ncheck: 2 * epsilon-hoeffding = printed within 0.0005\nours: epsilon-printed\nverdict: holds", "printed: 8.487 ε\ncheck: 2 * epsilon-hoeffding = printed within 0.0005\nours: epsilon-stated\nverdict: holds", "that is no"},
	{"cells", "for: flip=0.5,0.2\ncheck: epsilon-printed >= epsilon-stated\nverdict: holds", "for: flip=0.5,0.2\ncheck: epsilon-printed >= 5\nverdict: holds", "is refuted"},
}

func TestPlanted(t *testing.T) {
	const block = "id: label-em/x\npaper: label-em\nplace: here\nsays: this\nat: success?show=limit&over=records&n=100&flip=0.2&confidence=0.999\nwhy: So.\n"
	ctx := worktest.Session(t.Context(), keptBytes)
	d := tests(t)
	check := func(text string) error {
		list, err := claim.Parse("x.claims", block+text)
		if err != nil {
			return err
		}
		_, err = d.Check(ctx, list[0])
		return err
	}
	for _, p := range planted {
		if err := check(p.sound); err != nil {
			t.Errorf("%s: %v", p.kind, err)
		}
		if err := check(p.wrong); err == nil || !strings.Contains(err.Error(), p.says) {
			t.Errorf("%s: %v; want %q", p.kind, err, p.says)
		}
	}
}

// A script's line must match its digest.
func TestScriptsLine(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(c claim.Claim) bool { return c.Check.Kind == claim.Script })
	if i < 0 {
		t.Skip("no claim is checked by a script")
	}
	c := all[i]
	if _, err := claim.Reported(c.ID, c.Check.Digest); err != nil {
		t.Error(err)
	}
	if _, err := claim.Reported(c.ID, "00000000"); err == nil {
		t.Errorf("%s has any digest", c.ID)
	}
}

// A file with text that belongs to no claim is refused, with its line.
func TestParseFaults(t *testing.T) {
	const sound = "id: label-em/x\npaper: label-em\nplace: here\nsays: this\ncheck: argument holds\nverdict: holds\nwhy: So."
	if _, err := claim.Parse("x.claims", sound); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		"id: label-em/x": "id: other/x", "paper: label-em": "paper: another", "verdict: holds": "verdict: maybe",
		"argument holds": "argument perhaps", "why: So.": "why: It is 8.487.", "says: this\n": "", "place: here": "place here",
		"check: argument holds": "check: solve x by y", "why: So": "why: So\nwhy: So", "verdict: holds\n": "verdict: holds with a correction\ncheck: 1 = 1\n",
	} {
		if _, err := claim.Parse("x.claims", strings.Replace(sound, from, to, 1)); err == nil || !strings.HasPrefix(err.Error(), "x.claims:") {
			t.Errorf("%s: %v", to, err)
		}
	}
	if _, err := claim.Parse("x.claims", sound+"\n\n"+sound); err == nil {
		t.Error("a claim stands there twice")
	}
}
