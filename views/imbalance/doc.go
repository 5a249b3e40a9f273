// Package imbalance holds what the screens about private learning of a rare class share; each screen is a package below. It has
// records and their controls, measures, facts that are taken from records and not declared, and the sentences about an
// attacker.
//
// The transformer runs on request (transformer=train), for seconds a split of 300 records and minutes of 10,000; else its
// recorded runs stand beside the others, and on a set with fewer of its splits it is in no ranking. A model with no records of
// the rare class calls all records negative, and is counted so.
package imbalance

// Paper is the paper that these screens are about.
const Paper = "Differential Privacy Under Class Imbalance"
