package decision

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/source"
)

// isNewer reports whether a version comes after another; both are such as 0.1.0.
func isNewer(made, own string) (bool, error) {
	a, is := numbers(made)
	if !is {
		return false, fmt.Errorf("version = %s is none; one such as 0.1.0 would work", source.Quote(made))
	}
	b, _ := numbers(own)
	return slices.Compare(a, b) > 0, nil
}

// numbers returns the three numbers of a version.
func numbers(version string) (list []int, is bool) {
	for _, part := range strings.Split(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || strconv.Itoa(n) != part {
			return nil, false
		}
		list = append(list, n)
	}
	return list, len(list) == 3
}
