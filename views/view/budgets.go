package view

// Sentences, shared by several tabs, on what ε is spent on.
const (
	BudgetOfLabel = "The label of one record, which may be either class; the features are taken for public. An attacker sees published labels only."
	BudgetOfQuery = "One answer to a query about a table. One record may change, which moves the exact answer by no more than the sensitivity; who holds the table is trusted with it."
)
