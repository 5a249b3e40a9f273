package training

import "math/rand/v2"

// Streams of random numbers that one seed starts.
const (
	making uint64 = iota
	scoring
	flipping
	judging
	starting
	shuffling
)

func random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }
