// Package assets holds the glossary, and the pages that are made from declarations:
// reference.md, the reference of every view, mechanism and parameter. The lessons are here too.
package assets

//go:generate go run dpscope reference -o reference.md
