package formula

import (
	"context"
	"fmt"
	"strings"
)

// Words returns a condition in words: "“best guess is right” is at most 60.0 %". Where it compares an answer with a word, the
// page's title of that word is known if the condition holds.
func (s Scope) Words(ctx context.Context, f *Formula) string { return s.words(ctx, f.root) }

func (s Scope) words(ctx context.Context, n node) string {
	b, is := n.(binary)
	if !is {
		return ""
	}
	if b.sign == "and" {
		return s.words(ctx, b.left) + " and " + s.words(ctx, b.right)
	}
	left, _ := s.node(ctx, b.left)
	of, bare := b.left.(name)
	if !bare {
		return ""
	}
	label := of.text
	if left.Answer != nil {
		label = "“" + strings.NewReplacer("“", "‘", "”", "’").Replace(left.Answer.Label) + "”"
	}
	sign := map[string]string{"<=": "is at most", ">=": "is at least", "<": "is below", ">": "is above", "=": "is"}[b.sign]
	if word, words := b.right.(name); words {
		return label + " " + sign + " " + s.title(left, word.text)
	}
	right, _ := s.node(ctx, b.right)
	right.Style = left.Style
	return fmt.Sprintf("%s %s %s", label, sign, right.Written(""))
}

// title returns the title of a word: as the answer has it, or an option of any menu of the view; another word stays.
func (s Scope) title(of Value, word string) string {
	if of.Answer != nil && of.Word == word && of.Answer.Known.Title != "" {
		return of.Answer.Known.Title
	}
	for _, c := range s.At.View.Choices {
		for _, o := range c.Options() {
			if o.Name == word {
				return o.Title
			}
		}
	}
	return word
}
