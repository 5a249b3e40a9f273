package command

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/views"
)

// addressed lets a command take addresses in words: "survey n=500 target=5" is survey?n=500&target=5. It checks and runs the
// command with the joined addresses, and completes them.
func addressed(c *cobra.Command) *cobra.Command {
	check, run := c.Args, c.RunE
	c.Args = func(c *cobra.Command, words []string) error {
		addresses, err := joined(words)
		if err != nil || check == nil {
			return err
		}
		return check(c, addresses)
	}
	c.RunE = func(c *cobra.Command, words []string) error {
		addresses, err := joined(words)
		if err != nil {
			return err
		}
		return run(c, addresses)
	}
	c.ValidArgsFunction = completeAddress
	return c
}

// joined returns the addresses of a command line: it joins a word with = to the address before it, unless the word has ? or is
// the name of a file.
func joined(words []string) (addresses []string, err error) {
	for _, word := range words {
		_, none := os.Stat(word)
		if !strings.Contains(word, "=") || strings.Contains(word, "?") || none == nil {
			addresses = append(addresses, word)
			continue
		}
		last := len(addresses) - 1
		switch {
		case last < 0:
			return nil, usageError{fmt.Errorf("%q follows no address; %s %s would work where that view has the control", word, views.All[0].Name, word)}
		case isFile(addresses[last]):
			return nil, usageError{fmt.Errorf("%q follows the file %s; an address before it would work, such as %s", word, addresses[last], views.All[0].Name)}
		case strings.Contains(addresses[last], "?"):
			addresses[last] += "&" + word
		default:
			addresses[last] += "?" + word
		}
	}
	return addresses, nil
}

// exactlyOne refuses no address, and words after the one that a command takes.
func exactlyOne(_ *cobra.Command, addresses []string) error {
	switch len(addresses) {
	case 1:
		return nil
	case 0:
		return usageError{fmt.Errorf("no address is given; one is needed, such as %s", views.All[0].Name)}
	}
	more := addresses[1]
	if _, err := views.Find(more); err != nil && !strings.ContainsAny(more, "?/.") {
		if v, err := views.Find(strings.SplitN(addresses[0], "?", 2)[0]); err == nil && slices.Contains(v.Keys(), more) {
			return usageError{fmt.Errorf("%q after %s has no value; %s=VALUE would work", more, addresses[0], more)}
		}
		return usageError{fmt.Errorf("%q after %s is neither an address nor NAME=VALUE", more, addresses[0])}
	}
	return usageError{fmt.Errorf("%d addresses are given, %s and %s; one is needed", len(addresses), addresses[0], more)}
}
