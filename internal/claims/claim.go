package claims

// Claim is one thing that a paper says. The list of claims knows nothing of what decides
// them: a check that gets lost leaves a claim behind that is red.
type Claim struct {
	// ID is the claim's number, such as "CT-1".
	ID string
	// Where is the place in the paper, such as "Theorem 1" or "Section III-A".
	Where string
	// Says is what the paper claims: its own sentence, quoted, or one of ours that changes nothing of it.
	Says string
}

// Paper is what one paper claims, and what decides each claim.
type Paper struct {
	// Title is how the paper is called in tables, such as "Wang and Gupta, ICDCS 2023".
	Title  string
	Claims []Claim
	Checks []Check
}

// Table is the decisions on all claims of a paper.
type Table struct {
	// Protocol is the name of the protocol that the paper is about.
	Protocol  string     `json:"protocol"`
	Paper     string     `json:"paper"`
	Decisions []Decision `json:"decisions"`
}

// Decide decides all claims of the paper on a protocol of that name.
func (p Paper) Decide(protocol string, r Results) Table {
	return Table{Protocol: protocol, Paper: p.Title, Decisions: Decide(p.Claims, p.Checks, r)}
}

// Red lists the decisions that something is wrong with.
func (t Table) Red() []Decision {
	var red []Decision
	for _, d := range t.Decisions {
		if d.Problem != "" {
			red = append(red, d)
		}
	}
	return red
}
