package proof

import "fmt"

// TooLargeError says that a classifier is too large for what is asked, and what
// would work.
type TooLargeError struct {
	What        string // is counted
	Count, Most int
	Instead     string
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d %s; at most %d can be explored: %s would do", e.Count, e.What, e.Most, e.Instead)
}
