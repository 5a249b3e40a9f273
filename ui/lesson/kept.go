package lesson

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dpscope/views/lesson"
)

// Answer is the answer to a step. The first answer counts.
type Answer struct {
	Step          int     `json:"step"` // from 0
	Kind          string  `json:"kind"`
	Prediction    string  `json:"prediction,omitempty"` // as it was written
	Value         float64 `json:"value,omitempty"`      // of a number
	Right         bool    `json:"right"`
	Grade         float64 `json:"grade"`
	Misconception string  `json:"misconception,omitempty"`
	Reason        string  `json:"reason,omitempty"`
	ReasonRight   bool    `json:"reasonRight,omitempty"`
	Skipped       bool    `json:"skipped,omitempty"`
	Unreached     bool    `json:"unreached,omitempty"` // the goal was skipped
	Hinted        bool    `json:"hinted,omitempty"`
	Tries         int     `json:"tries"`
	Seconds       float64 `json:"seconds"`
	Is            string  `json:"is,omitempty"`      // the truth
	Address       string  `json:"address,omitempty"` // of advice: the setting it is about
	Sent          string  `json:"sent,omitempty"`    // in a protected class: what was handed in, flipped by chance
	Epsilon       float64 `json:"epsilon,omitempty"` // ε of that flip, whatever the class says since
}

// Unknown reports whether the answer itself is not known any more: only what was sent is kept.
func (a Answer) Unknown() bool { return a.Sent != "" && a.Prediction == "" }

// judge stores the verdict on an answer.
func (a *Answer) judge(v lesson.Verdict) {
	a.Right, a.Grade, a.Misconception = v.Right, v.Grade, v.Misconception
}

// Left says where a lesson was left.
type Left struct {
	Version int       `json:"version"`
	Digest  string    `json:"digest,omitempty"` // of the lesson's file
	Step    int       `json:"step"`
	Answers []Answer  `json:"answers"`
	At      time.Time `json:"at,omitzero"` // time of leaving
}

// done reports whether the last step of a lesson was answered.
func (left Left) done(l lesson.Lesson) bool {
	last := len(l.Steps) - 1
	return left.Version == l.Version && left.Step >= last && slices.ContainsFunc(left.Answers, func(a Answer) bool { return a.Step == last })
}

// Keeper keeps where lessons were left. The zero Keeper keeps nothing.
type Keeper struct {
	read  func() ([]byte, error)
	write func([]byte) error
}

// In returns a Keeper that writes into a folder.
func In(folder string) Keeper {
	file := filepath.Join(folder, "lessons.json")
	return Keeper{func() ([]byte, error) { return os.ReadFile(file) }, func(text []byte) error {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return plain(err)
		}
		return replace(file, text)
	}}
}

// Through returns a Keeper that reads and writes one text by functions.
func Through(read func() ([]byte, error), write func([]byte) error) Keeper {
	return Keeper{read, write}
}

// Own returns a Keeper that writes into the user's own settings folder, where there is one.
func Own() Keeper {
	folder, err := os.UserConfigDir()
	if err != nil {
		return Keeper{}
	}
	return In(filepath.Join(folder, "dpscope"))
}

// Left returns where a lesson was left. An unreadable file counts as missing.
func (k Keeper) Left(name string) (Left, bool) {
	left, found := k.all()[name]
	return left, found
}

func (k Keeper) all() map[string]Left {
	all := map[string]Left{}
	if k.read == nil {
		return all
	}
	if text, err := k.read(); err == nil && json.Unmarshal(text, &all) != nil {
		return map[string]Left{}
	}
	return all
}

// Keep writes where a lesson was left, whole or not at all.
func (k Keeper) Keep(name string, left Left) error {
	if k.write == nil {
		return nil
	}
	all := k.all()
	all[name] = left
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	return k.write(append(text, '\n'))
}

// plain returns a system error without the path, which the user has not named.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
