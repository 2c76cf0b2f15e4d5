// Package cache has the folder of the files that the project fetches, and the hashes of files.
//
// Start reading at [Dir].
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
)

// Dir returns the folder that fetched files are kept in: $SCRUTINEER_CACHE, or scrutineer in the user's cache folder.
// It need not exist. It is an error if the user has no cache folder.
func Dir() (string, error) {
	if dir := os.Getenv("SCRUTINEER_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "scrutineer"), err
}

// Sum returns the SHA-256 of a file in hexadecimal.
func Sum(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// SumOfProgram returns the SHA-256 of this program's file in hexadecimal.
func SumOfProgram() (string, error) {
	file, err := Program()
	if err != nil {
		return "", err
	}
	return Sum(file)
}

// Program returns a path by which this program's file can be read and started. On Linux it names the file that runs,
// even after another file has taken its place.
func Program() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	return os.Executable()
}
