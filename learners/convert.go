package learners

import _ "embed"

// ConvertScript is a Python module that writes a fitted scikit-learn
// classifier in the format that Open reads. A user imports it where the model
// lives; it opens no pickle.
//
//go:embed convert.py
var ConvertScript string
