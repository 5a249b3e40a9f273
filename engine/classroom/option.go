package classroom

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Shuffled returns options, by their texts as a lesson writes them, in another order than there, where the true one mostly comes first:
// always the same order, whatever is filled in. A protected answer is sent as its place in this order.
func Shuffled[T any](list []T, text func(T) string) []T {
	sum := fnv.New64a()
	for _, o := range list {
		sum.Write([]byte(text(o)))
	}
	rng := rand.New(rand.NewPCG(sum.Sum64(), ^sum.Sum64()))
	list = slices.Clone(list)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
