package assets

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed deployments.csv
var deployed string

// Models of published uses: noise is added where each person is, or where all data are.
const (
	Local   = "local"
	Central = "central"
)

// Deployment is a published use of differential privacy.
type Deployment struct {
	Product, Organisation, Year string
	Model                       string
	Unit                        string  // what its ε is for: "one donation"
	Epsilon                     float64 // as published
	Stated                      string  // the same in the words of the source: "2 (about)"
	Delta                       string  // as published; empty: none
	Source, Address, Note       string
}

// Named returns the publisher, the product and the first year: "Apple: HealthKit data types, 2017".
func (d Deployment) Named() string { return d.Organisation + ": " + d.Product + ", " + d.Year }

// Spent returns ε with its unit, without which it has no meaning: "2 for one donation".
func (d Deployment) Spent() string {
	article := "a "
	for _, counted := range []string{"one ", "the ", "30 "} {
		if strings.HasPrefix(d.Unit, counted) {
			article = ""
		}
	}
	return d.Stated + " for " + article + d.Unit
}

// Deployments lists the published uses, in the order of the file.
func Deployments() []Deployment { return slices.Clone(deployments()) }

var deployments = sync.OnceValue(func() []Deployment {
	rows, err := csv.NewReader(strings.NewReader(deployed)).ReadAll()
	if err != nil {
		panic("assets: deployments.csv: " + err.Error())
	}
	var all []Deployment
	for _, r := range rows[1:] {
		number, _, _ := strings.Cut(r[5], " ")
		epsilon, err := strconv.ParseFloat(number, 64)
		if err != nil {
			panic("assets: deployments.csv: " + err.Error())
		}
		all = append(all, Deployment{Product: r[0], Organisation: r[1], Year: r[2], Model: r[3], Unit: r[4], Epsilon: epsilon, Stated: r[5],
			Delta: r[6], Source: r[7], Address: r[8], Note: r[9]})
	}
	return all
})

// DeploymentsOf lists the published uses of a model.
func DeploymentsOf(model string) []Deployment {
	return slices.DeleteFunc(Deployments(), func(d Deployment) bool { return d.Model != model })
}

// DeploymentsNear lists at most count uses of a model, by the ratio of their ε to epsilon, nearest first; equal ones keep the
// order of the file.
func DeploymentsNear(model string, epsilon float64, count int) []Deployment {
	all := DeploymentsOf(model)
	apart := func(d Deployment) float64 {
		return math.Abs(math.Log(d.Epsilon) - math.Log(max(epsilon, math.SmallestNonzeroFloat64)))
	}
	slices.SortStableFunc(all, func(a, b Deployment) int { return cmp.Compare(apart(a), apart(b)) })
	return all[:min(count, len(all))]
}
