package classroom

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Shuffled returns options in another order than the lesson's, where the true one mostly comes first: a fixed
// order, determined by their texts as the lesson writes them, before values are filled in. A protected answer
// is sent as its place in this order.
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
