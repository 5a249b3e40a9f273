// Package imbalance is what the screens about private learning where one of two classes is rare share, each of
// which is a package below: records and their controls, measures, what is taken from records and not declared, and
// what is said of an attacker.
//
// The transformer runs where it is asked to (transformer=train), for seconds a split of 300 records
// and minutes of 10,000; else its recorded runs stand beside the others, and on a set on which it has
// fewer splits it is in no ranking. A model that has nobody of the rare class calls everybody
// negative, and is counted so.
package imbalance

// Paper is what these screens are about.
const Paper = "Differential Privacy Under Class Imbalance"
