package control

// OverSplits explains a mean over splits of the same records.
const OverSplits = "It is the mean over J splits with Student's interval at 95 %, by the variance s²·(1/J + test/train), as splits overlap (Nadeau & Bengio 2003)."

// PairedSplits explains an interval of differences, split by split.
const PairedSplits = "Student's interval at 95 % of the differences over J splits, by the variance s²·(1/J + test/train), as splits overlap (Nadeau & Bengio 2003)"
