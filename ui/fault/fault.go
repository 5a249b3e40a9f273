// Package fault turns a panic of one computation into an error, so that it costs
// one answer: not the terminal, which would be left broken, and not the other
// answers of a pipe.
package fault

import "fmt"

// Catch returns what work returns, or an error for people when it panics.
func Catch[R any](work func() (R, error)) (value R, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("this setting met a fault in the program (%v); another setting may work", trouble)
		}
	}()
	return work()
}
