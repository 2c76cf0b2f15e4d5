package command

import (
	"bytes"
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/claims"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/verify"
)

// jsonReport and claimsList are the files that verify and claims write.
var (
	jsonReport = output.File{Flag: "-json", Kind: "report", Ours: isReport}
	claimsList = output.File{Flag: "-write", Kind: "list of claims", Ours: claims.IsMarkdown}
)

// isReport tells whether a text is JSON with the fields of a report, of whatever
// version.
func isReport(text []byte) bool {
	var report struct {
		Version *int               `json:"version"`
		Rows    *[]json.RawMessage `json:"rows"`
	}
	return json.Unmarshal(text, &report) == nil && report.Version != nil && report.Rows != nil
}

func writeReport(file string, rows []verify.Row, beyond []verify.Beyond, decided []claims.Table) error {
	var text bytes.Buffer
	if err := verify.WriteJSON(&text, rows, beyond, decided); err != nil {
		return err
	}
	return output.Write(file, text.Bytes())
}
