// Package imbalance holds the screens about private learning where one of two
// classes is rare.
package imbalance

const paper = "Differential Privacy Under Class Imbalance"
