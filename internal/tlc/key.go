package tlc

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// formatVersion goes up when an entry's bytes, or a Result, change their meaning, and
// when TLC's output is read in another way.
const formatVersion = "1"

// key identifies a run. Each part is written with its length, so that no two lists of
// parts give the same bytes.
func (r Runner) key(m Model, c call) string {
	r.Jar.Path, r.Driver.Path = "", "" // which jars these are the hashes say
	r.Classes, c.archive = "", ""      // how the JVM starts makes no difference
	parts := []string{formatVersion, r.Jar.SHA256, r.Driver.SHA256, r.Java.Banner, fmt.Sprint(r.batches(c))}
	for _, name := range []string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"} {
		parts = append(parts, os.Getenv(name))
	}
	flags := r.args("", c)
	parts = append(append(parts, flags...), m.Name)
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		parts = append(parts, name, string(m.Files[name]))
	}
	h := sha256.New()
	for _, part := range parts {
		binary.Write(h, binary.LittleEndian, int64(len(part)))
		io.WriteString(h, part)
	}
	return hex.EncodeToString(h.Sum(nil))
}
