package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readByVerbs names packages whose comments say what each thing does.
var readByVerbs = []string{"engine/rareclass", "engine/fits", "engine/matching", "mechanisms/central", "mechanisms", "engine/attack",
	"engine/synthesis", "engine/sampling", "engine/querynoise", "engine/concentration", "mechanisms/pairs", "engine/population",
	"engine", "engine/training", "engine/agreement", "mechanisms/accounting", "mechanisms/optimal", "mechanisms/privacy",
	"learners/tree", "learners/train", "learners/network", "learners/linear",
	"learners/table", "learners/private", "learners/discriminant", "learners/synth", "learners/model",
	"learners", "learners/source", "learners/metric", "learners/modelfile", "learners/parquet", "learners/loss", "learners/proof", "learners/subprocess",
	"mechanisms/unbiased", "mechanisms/frequency", "engine/classroom", "engine/audit", "engine/param", "engine/effort", "engine/known", "engine/labelling",
	"engine/polling", "engine/claim", "engine/composition", "engine/num/lp", "engine/num/binomial", "engine/num/least", "engine/num/gemm",
	"engine/num/lattice", "engine/num/quad", "engine/num/sum", "engine/num/ticks", "engine/num/exp", "engine/num/optimize1d",
	"engine/num/orderstat", "engine/num/grid", "engine/num/rootfind", "engine/num/normal",
	"engine/numeral", "engine/oracle", "engine/work", "engine/work/worktest", "engine/trial", "engine/sheetfile"}

// Comments say what a thing does ("returns", "holds") and not what it is that of.
func TestComments(t *testing.T) {
	for _, folder := range readByVerbs {
		files, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, "has no files", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				if _, comment, found := strings.Cut(line, "//"); found && strings.Contains(comment, "is that of") && !strings.HasSuffix(file, "_test.go") {
					t.Errorf("%s:%d says what a thing is that of", file, i+1)
				}
			}
		}
	}
}
