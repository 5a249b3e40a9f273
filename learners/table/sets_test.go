package table

import (
	"reflect"
	"slices"
	"testing"

	"dpscope/engine/param"
)

// Every set makes up the records it describes: the same for the same seed, within [0, 1], and a longer table begins with the
// records of a shorter one.
func TestSets(t *testing.T) {
	seen := map[string]bool{Synthetic: true}
	for _, k := range sets.Kinds {
		if k.Title == "" || k.Help == "" || k.Source == "" || seen[k.Name] {
			t.Errorf("%s: %+v", k.Name, k)
		}
		seen[k.Name] = true
		set, err := k.New(param.Values{})
		if err != nil {
			t.Fatal(err)
		}
		features := []Feature{{Name: "a"}, {Name: "b"}}
		if !set.Fits(features) {
			features = set.Draw(nil, 1, 1).Features
		}
		d := set.Draw(features, 300, 1)
		if !set.Fits(features) || d.Len() != 300 || !slices.Equal(Names(d.Features), Names(features)) {
			t.Errorf("%s: %d records of %v", k.Name, d.Len(), Names(d.Features))
		}
		for i, v := range d.X {
			if !(0 <= v && v <= 1) {
				t.Fatalf("%s: %s of record %d is %g", k.Name, d.Features[i%d.Dims()].Name, i/d.Dims(), v)
			}
		}
		if !reflect.DeepEqual(set.Draw(features, 300, 1), d) || reflect.DeepEqual(set.Draw(features, 300, 2).X, d.X) {
			t.Errorf("%s: the seed does not fix the records", k.Name)
		}
		if short := set.Draw(features, 30, 1); !slices.Equal(short.X, d.X[:len(short.X)]) {
			t.Errorf("%s: fewer records are other records", k.Name)
		}
	}
}

func TestPatientsArePlausible(t *testing.T) {
	d := patients{}.Draw(nil, 2000, 1)
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	if share := 1 - d.Always(); share < 0.05 || share > 0.4 {
		t.Errorf("%.3f of the records have a stroke", share)
	}
}

// A word names a set, the first that fits, or a file.
func TestNamedRecords(t *testing.T) {
	plain := RecordOptions{Features: []Feature{{Name: "a"}}}
	stroke := RecordOptions{Features: strokeFeatures()}
	for _, c := range []struct {
		word    string
		options RecordOptions
		want    []float64 // how the values start
	}{
		{"synthetic", plain, uniform{}.Draw(plain.Features, 1, 7).X},
		{"uniform", plain, uniform{}.Draw(plain.Features, 1, 7).X},
		{"synthetic", stroke, patients{}.Draw(nil, 1, 7).X},
		{"patients", stroke, patients{}.Draw(nil, 1, 7).X},
		{"uniform", stroke, uniform{}.Draw(stroke.Features, 1, 7).X},
	} {
		d, _, err := Named(t.Context(), c.word, 7, c.options)
		if err != nil || d.Len() != 2000 || !slices.Equal(d.X[:len(c.want)], c.want) {
			t.Errorf("%s of %d features: %d records, %v", c.word, len(c.options.Features), d.Len(), err)
		}
	}
	for word, want := range map[string]string{
		"patients":      `data = "patients": the classifier takes other features than these; synthetic would work`,
		"nowhere/a.csv": `data = "nowhere/a.csv": there is no such file; the path of a CSV file, or synthetic, would work`,
	} {
		if _, _, err := Named(t.Context(), word, 7, plain); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", word, err, want)
		}
	}
}
