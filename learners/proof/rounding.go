package proof

// Roundoff is the greatest share of a number that rounding it takes away.
const Roundoff = 0x1p-53

// LeastSize is added to the size of every term of a sum. What underflow takes
// from a product is less than 2⁻¹⁰⁷⁴, and so less than Roundoff of that.
const LeastSize = 0x1p-1000
