// Package decision keeps decisions in files: what was asked, at which address, what the program answered, from which files, who
// decided and why. Another computes them again and is told whether the answers are the same.
//
// A decision's digest shows that its text was changed. It is no signature: who changes a decision can write a new digest.
package decision

import (
	"cmp"
	"errors"
	"strings"

	"dpscope/engine"
	"dpscope/ui/report"
)

// Decision is one decision; all that it says is public, and no record of any data is in it.
type Decision struct {
	Question string              `json:"question"`
	Address  string              `json:"address"` // whole: all controls
	By       string              `json:"by"`
	Because  string              `json:"because"`
	Program  Program             `json:"program"`
	Files    []Input             `json:"files"`
	Readings []engine.AnswerLine `json:"readings"`
	Registry *Entry              `json:"registry,omitempty"`
	SHA256   string              `json:"sha256"` // digest of all of the above
}

// Program names the program that answered.
type Program struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"` // empty: unknown
	Date    string `json:"date,omitempty"`
}

func (p Program) String() string {
	return engine.Program{Version: p.Version, Commit: p.Commit, Date: p.Date}.String()
}

// Input identifies data or a model that the answers were computed from.
type Input struct {
	Control string `json:"control"` // that names it
	Name    string `json:"name"`
	SHA256  string `json:"sha256,omitempty"`
	Without string `json:"without,omitempty"` // why it has no digest
}

// Made is what a decision is made of.
type Made struct {
	Page        report.Page
	Program     engine.Program
	By, Because string
	Registry    *Entry // nil: no registry is to have it
}

// Decision returns the decision with its digest.
func (m Made) Decision() (Decision, error) {
	d := Decision{Question: m.Page.View.Asked(m.Page.Values), Address: m.Page.View.Address(m.Page.Values), By: said(m.By), Because: said(m.Because),
		Program: Program(m.Program), Files: inputs(m.Page.Files), Readings: lines(m.Page), Registry: m.Registry}
	if err := d.decided(); err != nil {
		return d, err
	}
	return d.sealed()
}

// said returns a text in one line.
func said(text string) string { return strings.Join(strings.Fields(text), " ") }

// decided returns an error where nobody decided, or for no reason.
func (d Decision) decided() error {
	switch {
	case d.By == "":
		return errors.New("a decision needs who decided; a name or an office would work")
	case d.Because == "":
		return errors.New("a decision needs a reason; a sentence would work")
	}
	return nil
}

func inputs(files []report.Digest) []Input {
	list := make([]Input, len(files))
	for i, f := range files {
		list[i] = Input{Control: f.Control, Name: f.Name, SHA256: f.SHA256, Without: f.Without}
	}
	return list
}

// lines returns the answers of a page; those without a source of their own have the page's.
func lines(p report.Page) []engine.AnswerLine {
	list := make([]engine.AnswerLine, len(p.Sheet.Readings))
	for i, a := range p.Sheet.Readings {
		list[i] = a.Line()
		list[i].Source = cmp.Or(list[i].Source, p.View.At(p.Values).Source)
	}
	return list
}
