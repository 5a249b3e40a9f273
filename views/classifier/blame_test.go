package classifier_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"dpscope/views"
)

// remedy matches how an error says what would work.
var remedy = regexp.MustCompile(`would work|will do|nearest: \S|is outside [\[(].*[\])]$|=on moves|=on would`)

// An error about a file, a record or a feature begins with the control and its value, and says what would work.
func TestErrorsAboutDataNameControlAndRemedy(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"empty": "", "header": "u,v\n", "headless": "0.1,0.2\n0.3,0.4\n", "gap": "u,v\n0.1,\n0.2,\n", "gaps": "u,v\n0.1,\n,0.2\n",
		"columns": "a,b\n0.1,0.2\n", "word": "u,v\n0.1,red\n", "years": "u,v\n10,20\n", "ragged": "u,v\n0.1,0.2,0.3\n", "twice": "u,u\n0.1,0.2\n",
		"quote": "u,v\n\"0.1,0.2\n", "bytes": "\x00\x01", "list": "[1]", "page": "<html></html>", "infinite": "u,v\n0.1,inf\n", "returns": "u,v\r0.1,0.2\r",
		"some": "u,v\n0.1,20\n0.3,0.4\n",
	} {
		write(name+".csv", text)
	}
	good := map[string]any{"format": "dpscope-classifier/1", "kind": "linear", "features": []string{"u", "v"}, "coef": []float64{1, -1}, "intercept": 0.1,
		"records": []map[string]any{{"id": "in", "x": []float64{0.6, 0.2}}, {"id": "out", "x": []float64{1.6, 0.2}}}}
	for name, change := range map[string]map[string]any{
		"good": {}, "bare": {"records": []string{}}, "kind": {"kind": "nope"}, "format": {"format": nil}, "short": {"coef": []float64{1}},
		"type": {"coef": "x"}, "record": {"records": []map[string]any{{"id": "in", "x": []float64{1}}}}, "key": {"colour": 1},
	} {
		changed := maps.Clone(good)
		maps.Copy(changed, change)
		text, err := json.Marshal(changed)
		if err != nil {
			t.Fatal(err)
		}
		write(name+".json", string(text))
	}
	write("cut.json", `{"format"`)
	write("text.json", "hello")
	write("nothing.json", "")
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for control, words := range map[string]string{
		"data": "nowhere.csv folder /dev/zero empty.csv header.csv headless.csv gap.csv gaps.csv columns.csv word.csv years.csv ragged.csv twice.csv quote.csv " +
			"bytes.csv list.csv page.csv infinite.csv returns.csv good.json patient ~/a.csv",
		"classifier": "nowhere.json nowhere folder /dev/null kind.json format.json short.json type.json record.json key.json cut.json text.json nothing.json columns.csv",
		"record":     "nobody out 0.1 0.1,0.2,0.3 0.1,a 5,0.1 nan,0.1 1e999,0.1 , #7 line:2 line:9 line:x",
		"private":    "w u,u , u, U 1",
		"records":    "-1 abc",
	} {
		for _, word := range strings.Fields(words) {
			address := map[string]string{"data": "population?classifier=good.json", "records": "population?classifier=good.json", "classifier": "utility?"}[control]
			checkBlame(t, cmp.Or(address, "utility?classifier=good.json&data=some.csv")+"&"+control+"="+word, control, word)
		}
	}
	checkBlame(t, "utility?classifier=bare.json&record=in", "record", "in")
	checkBlame(t, "map?classifier=good.json&private=u", "private", "u")
}

// checkBlame asks a question that cannot be answered.
func checkBlame(t *testing.T, address, control, word string) {
	t.Helper()
	asked, values, err := views.Open(address)
	if err == nil {
		_, err = asked.Values(session(), values)
	}
	if err == nil {
		t.Errorf("%s is answered", address)
		return
	}
	text := err.Error()
	if said := strings.ReplaceAll(text, `"`, ""); !strings.HasPrefix(said, control+" = "+word) || !remedy.MatchString(text) {
		t.Errorf("%s: %s", address, text)
	}
}
