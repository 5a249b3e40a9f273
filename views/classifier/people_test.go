package classifier_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/views"
	"dpscope/views/viewtest"
)

// townsfolk writes a table of patients with ids; one lacks a bmi, and the older ones live in a town called proven.
func townsfolk(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,town,stroke\n")
	for i := range 120 {
		bmi, town := fmt.Sprint(0.3+float64(i%40)/100), "young"
		if i == 7 {
			bmi = ""
		}
		if i >= 80 {
			town = "proven"
		}
		fmt.Fprintf(&b, "%d,%g,0,0,1,0.4,%s,%s,%d\n", 1000+i*7%120, float64(i)/120, bmi, town, i/110)
	}
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// Every group has its answers, found by reading and group: a group called proven is not mean-proven. For a whole table all is
// exact, and the groups add up to the whole.
func TestGroupsOfATable(t *testing.T) {
	effort.ForPages(t)
	ctx, file := session(), townsfolk(t)
	address := "population?classifier=stroke-forest&epsilon=2&by=town&data=" + file
	asked, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	got := readings(t, ctx, address)
	of := func(name, group string) float64 {
		v, err := asked.Value(ctx, values, engine.Key{Name: name, Member: group})
		if err != nil {
			t.Fatal(err)
		}
		return v.Value
	}
	young, old := of("mean", "young"), of("mean", "group proven")
	if all := got["mean"].Known; math.Abs(all.Value-(young*79+old*40)/119) > 1e-12 || all.Basis != known.Exact {
		t.Errorf("the mean of all is %+v, of the groups %g and %g", all, young, old)
	}
	if gap := got["gap"].Known; math.Abs(gap.Value-math.Abs(young-old)) > 1e-12 || gap.Basis != known.Exact {
		t.Errorf("the gap is %+v", gap)
	}
	least := map[bool]string{true: "young", false: "group proven"}[young < old]
	if got["least-served"].Known.Word != least || got["mean-proven"].Known.Basis != known.AtLeast {
		t.Errorf("least served are %q, and mean-proven is %+v", got["least-served"].Known.Word, got["mean-proven"].Known)
	}
	worst := min(of("worst", "young"), of("worst", "group proven"))
	if got["worst"].Known.Value != worst || !strings.HasPrefix(got["worst-record"].Known.Word, "line ") || !strings.Contains(got["worst-record"].Known.Word, "(id 1") {
		t.Errorf("worst is %g of %q, of the groups %g", got["worst"].Known.Value, got["worst-record"].Known.Word, worst)
	}
	for name, want := range map[string]float64{"records-used": 119, "records-total": 120, "records-left-out": 1} {
		if got[name].Known.Value != want {
			t.Errorf("%s = %g, want %g", name, got[name].Known.Value, want)
		}
	}
	if part := readings(t, ctx, address+"&records=50"); part["gap"].Known.Basis != known.Estimate || part["mean-young"].Known.Confidence != 0.95 {
		t.Errorf("of a part the gap is %+v, a mean %+v", part["gap"].Known, part["mean-young"].Known)
	}
}

// The table of the people identifies them in the units of the file, and each row opens its record.
func TestTableOfThePeople(t *testing.T) {
	effort.ForPages(t)
	ctx, file := session(), townsfolk(t)
	asked, values, err := views.Open("population?classifier=stroke-forest&epsilon=2&by=town&data=" + file)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := viewtest.Drawn(ctx, asked, values)
	if err != nil {
		t.Fatal(err)
	}
	people, err := sheet.TableNamed("people")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range people.Columns {
		names = append(names, c.Name)
	}
	if got, want := strings.Join(names, " "), "line id agreement proven predicted_class true_class group age hypertension heart_disease ever_married avg_glucose_level bmi"; got != want {
		t.Errorf("columns are %s, want %s", got, want)
	}
	if len(people.Rows) != 119 || people.Columns[7].Unit != "years" {
		t.Fatalf("%d rows; age is in %q", len(people.Rows), people.Columns[7].Unit)
	}
	row := people.Rows[60] // line 63, because an earlier one lacks a bmi
	if row[0].Number != 63 || row[1].Word != "1067" || row[5].Word != "0" || row[6].Word != "young" || math.Abs(row[7].Number-61./1.2) > 1e-9 || row[12].Number != 25.5 {
		t.Errorf("the row of line 63 is %v", row)
	}
	if people.Opens[60] != "map?record=line:63" {
		t.Errorf("it opens %s", people.Opens[60])
	}
	const of = "utility?sampling=off&classifier=stroke-forest&epsilon=2&data="
	for _, record := range []string{"line:63", "id:1067"} {
		if got := answer(t, ctx, of+file+"&record="+record, "agreement-exact"); math.Abs(got-row[2].Number) > 1e-12 {
			t.Errorf("%s keeps its class %g of the time, in the table %g", record, got, row[2].Number)
		}
	}
}

// An id that several people share, that no row has, or a missing column of ids, is refused with a line that says what would
// work.
func TestIDsAreRefused(t *testing.T) {
	file := townsfolk(t)
	for query, says := range map[string]string{
		"record=id:young&id=town": `record = "id:young": line 2 and line 3 have the same town; line:2 would work, or for ids in another column id=id`,
		"record=id:nobody":        `no record has id = "nobody" that can be used; of 120 records 1 unusable: bmi missing; id:1000 would work, or id=COLUMN where ids are in another column`,
		"record=line:2&id=ids":    "id = \"ids\" is not known; nearest: id",
	} {
		for _, view := range []string{"utility?sampling=off&", "map?", "recommend?for=record&"} {
			asked, values, err := views.Open(view + "classifier=stroke-forest&data=" + file + "&" + query)
			if err == nil {
				_, err = asked.Value(session(), values, engine.Key{Name: asked.Declared[0].Name})
			}
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s of %s: %v, want %s", query, view, err, says)
			}
		}
	}
	asked, values, err := views.Open("population?classifier=stroke-logistic&id=town&data=" + file)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := viewtest.Drawn(session(), asked, values)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	for _, n := range sheet.Notes {
		notes = append(notes, n.Text)
	}
	if text := strings.Join(notes, " "); !strings.Contains(text, `ids that several records have: town "young" (line 2 and line 3) and 116 more`) {
		t.Errorf("it says %s", text)
	}
}

// Private ranges are told in people's units, and the page says where they are the data's own.
func TestPrivateRanges(t *testing.T) {
	for view, want := range map[string]string{"utility?": "0 to 50 kg/m²", "map?": "0 to 50 kg/m²", "recommend?for=record&": "0 to 50 kg/m²", "population?": "0 to 50 kg/m²"} {
		asked, values, err := views.Open(view + "classifier=stroke-logistic")
		if err != nil {
			t.Fatal(err)
		}
		v, err := asked.Value(session(), values, engine.Key{Name: "private-range", Member: "bmi"})
		if err != nil || v.Word != want {
			t.Errorf("%s says %q, %v", view, v.Word, err)
		}
	}
}
