package imbalance_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dpscope/views/imbalance/approaches"
	"dpscope/views/imbalance/network"
	"dpscope/views/imbalance/synth"
	"dpscope/views/imbalance/weights"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// No page calls public what is taken from the records without a declaration, and the lead says that nothing is guaranteed.
func TestTaken(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	number := func() string { return strconv.FormatFloat(rng.NormFloat64(), 'f', 3, 64) }
	numbers := viewtest.RowsFile(t, 80, 20, func(int) string { return number() + "," + number() })
	words := viewtest.RowsFile(t, 80, 20, func(i int) string { return number() + "," + []string{"red", "blue", "green"}[i%3] })
	schema := func(origin string) string {
		path := filepath.Join(t.TempDir(), "schema.json")
		text := `{"origin":"` + origin + `","label":"y","attributes":[{"name":"a","low":-4,"high":4,"bins":4},{"name":"b","low":-4,"high":4,"bins":4},{"name":"y","words":["0","1"]}]}`
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const descends = "&seeds=2&steps=5"
	for _, c := range []struct {
		of           view.View
		query, taken string // empty: it is guaranteed
	}{
		{weights.View, "seeds=2", ""},
		{weights.View, "seeds=2&imbalance=0", ""},
		{weights.View, "seeds=2&scaling=zscore", "means and deviations"},
		{weights.View, "seeds=2&method=weighted&data=" + numbers, "class ratio"},
		{weights.View, "seeds=2&method=threshold&data=" + numbers, "class ratio"},
		{weights.View, "seeds=2&method=descent&delta=1e-5&data=" + numbers, "class ratio"},
		{weights.View, "seeds=2&method=unweighted&data=" + numbers, ""},
		{weights.View, "seeds=2&method=normalised&data=" + numbers, ""},
		{weights.View, "seeds=2&method=weighted&imbalance=3&data=" + numbers, ""},
		{weights.View, "seeds=2&method=weighted&imbalance=3&scaling=unit&data=" + numbers, ""},
		{weights.View, "seeds=2&method=weighted&imbalance=3&scaling=zscore&data=" + numbers, "means and deviations"},
		{weights.View, "seeds=2&method=weighted&scaling=zscore&data=" + words, "class ratio, means and deviations, value names"},
		{network.View, "scaling=asis" + descends, ""},
		{network.View, "scaling=zscore" + descends, "means and deviations"},
		{network.View, "scaling=asis&data=" + numbers + descends, "class ratio"},
		{network.View, "scaling=asis&imbalance=3&data=" + numbers + descends, ""},
		{approaches.View, "seeds=2&imbalance=0&data=" + numbers + "&schema=" + schema("ours"), "class ratio"},
		{approaches.View, "seeds=2&imbalance=3&data=" + numbers + "&schema=" + schema("ours"), ""},
		{synth.View, "data=" + numbers, "value names, bounds, bins"},
		{synth.View, "data=" + numbers + "&schema=" + schema("Taken from the data once"), "value names, bounds, bins"},
		{synth.View, "data=" + numbers + "&schema=" + schema("the ward"), ""},
	} {
		sheet := viewtest.Sheet(t, c.of, c.query)
		whose, price := sheet.Provenance, sheet.Lead.Price.String()
		if c.taken == "" {
			if whose.Warning || strings.Contains(price, "No guarantee") || strings.Contains(whose.Text, "so that nothing is guaranteed") {
				t.Errorf("%s?%s: %s; %s", c.of.Name, c.query, price, whose.Text)
			}
			continue
		}
		_, public, _ := strings.Cut(whose.Text, "Public: ")
		public, _, _ = strings.Cut(public, "(")
		for name := range strings.SplitSeq(c.taken, ", ") {
			if strings.Contains(public, name) || !strings.Contains(whose.Text, name) {
				t.Errorf("%s?%s: %s is not said to be taken: %s", c.of.Name, c.query, name, whose.Text)
			}
		}
		if !whose.Warning || !strings.HasPrefix(price, "No guarantee; an attacker of the noise alone") {
			t.Errorf("%s?%s: %s; %s", c.of.Name, c.query, price, whose.Text)
		}
	}
	for origin, undeclared := range map[string]bool{"ours": false, "taken from the data once": true} {
		sheet := viewtest.Sheet(t, approaches.View, "seeds=2&imbalance=3&data="+numbers+"&schema="+schema(origin))
		if strings.Contains(sheet.Lead.Warning, "The values of synthetic people come from the records") != undeclared {
			t.Errorf("origin %s: %s", origin, sheet.Lead.Warning)
		}
	}
}
