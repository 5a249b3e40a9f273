// Package assets holds the glossary, the lessons, the sources and the claims of the papers.
//
// Terms link from the glossary to the names of answers, controls, options and tags, so that a reading says nothing twice; a
// test finds unknown names.
package assets

//go:generate go run dpscope reference -o ../docs
//go:generate go run dpscope cast ../docs/survey.script -o ../docs/views/survey.svg --force
