package model_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// A forest that comes with the program, asked about a record of the paper.
func ExampleLoad() {
	m, err := model.Load("stroke-forest")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := m.Record("stroke-A")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Title, m.PrivateNames())
	fmt.Println("stroke:", m.ClassNames[m.Classifier.Predict(r.X)])
	// Output:
	// Stroke, random forest [age bmi]
	// stroke: 1
}

// A small table becomes a classifier, and the classifier a file.
func ExampleTrain() {
	const people = "age,smokes,ill\n30,no,no\n35,yes,no\n60,no,no\n62,yes,yes\n70,no,yes\n81,yes,yes\n"
	ctx := context.Background()
	d, survey, err := table.Read(ctx, strings.NewReader(people), "people.csv",
		table.Options{Label: "ill", Scales: map[string]table.Scale{"age": {Divisor: 100}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(survey.Notes(), "\n"))
	m, trained, err := model.Train(ctx, tree.CART{Depth: 1}, d, model.TrainOptions{Private: []string{"age"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("accuracy on the records it has seen:", trained.TrainAccuracy)
	m.Provenance = nil
	m.Write(os.Stdout)
	// Output:
	// text columns turned into one 0/1 feature per word (one for two words): smokes 2
	// accuracy on the records it has seen: 1
	// {"format":"dpscope-classifier/1","kind":"decision_tree","features":["age","smokes=yes"],"sensitive":["age"],"classes":["no","yes"],"normalisation":{"age":{"divisor":100},"smokes=yes":{"column":"smokes","word":"yes"}},"tree":{"feature":[0,-1,-1],"threshold":[0.6100000143051147,0,0],"left":[1,-1,-1],"right":[2,-1,-1],"p1":[0,0,1]}}
}
