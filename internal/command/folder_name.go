package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// mostLetters bounds the name of a folder that is named by its flags. Two campaigns
// that would have the same one do not mix: the second is refused.
const mostLetters = 200

// wordsOnly keeps of a value what may stand in a file's name.
func wordsOnly(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// fitting cuts a name of a folder that is too long, and tells names apart that would
// be the same without what may not stand in them.
func fitting(name, whole string) string {
	if name == whole && len(name) <= mostLetters {
		return name
	}
	return fmt.Sprintf("%s-%s", name[:min(len(name), mostLetters)], digestOf(whole))
}

// digestOf returns a few digits that tell texts apart.
func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}
