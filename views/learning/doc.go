// Package learning holds the screens about learning from noisy labels: how a loss treats a flipped label, and what is learned
// all the same.
package learning

const paper = "Bi & Suppakitpaisarn, arXiv:2210.04132"
