package live

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// Disk holds the record that a process has saved last. A crash leaves the record before or the new one, never a part.
type Disk struct {
	file string
	sync func(*os.File) error
}

// DiskAt returns the disk in a file, which need not be there. Its folder must be.
func DiskAt(file string) Disk { return Disk{file, (*os.File).Sync} }

// Save writes a record in place of the one before, and returns when it is synced.
func (d Disk) Save(record any) error {
	file, err := os.Create(d.file + ".new") // in place of what a killed life has left
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(codec.Box(record))
	if err := errors.Join(err, d.sync(file), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), d.file); err != nil {
		return err
	}
	return d.syncFolder(filepath.Dir(d.file))
}

// Load returns the record, nil if none was saved.
func (d Disk) Load() (any, error) {
	data, err := os.ReadFile(d.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	record, err := codec.Unbox(data)
	if err != nil {
		return nil, fmt.Errorf("%s: is no record of a process: %w", d.file, err)
	}
	return record, nil
}

// syncFolder syncs the names in a folder.
func (d Disk) syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.sync(folder), folder.Close())
}
