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
	resampling
	parting
)

// drawn is the stream of one of many draws from the same seed.
func drawn(stream, draw uint64) uint64 { return stream + draw<<8 }

func random(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }
