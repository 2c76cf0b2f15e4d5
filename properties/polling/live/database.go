package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// database has the records of intervals. Each operation on them is written down in its own transaction, with the packet
// that asks for it: so the database itself says in which order it has done them.
type database struct{ *sql.DB }

// openWithin is how long opening a database takes at most.
const openWithin = 5 * time.Second

// open opens the database, and creates it if it is not there. SQLite itself does not wait if several processes do that
// at once.
func open(file string, unique bool) (d *database, err error) {
	for end := time.Now().Add(openWithin); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if d, err = create(file, unique); err == nil {
			return d, nil
		}
	}
	return nil, err
}

// create opens the database, and creates its tables if they are not there.
func create(file string, unique bool) (*database, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_txlock=immediate&_pragma=busy_timeout(5000)"+
		"&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	constraint := ""
	if unique {
		constraint = " UNIQUE"
	}
	for _, text := range []string{
		"CREATE TABLE IF NOT EXISTS records (interval INTEGER NOT NULL" + constraint + ")",
		"CREATE TABLE IF NOT EXISTS operations (number INTEGER PRIMARY KEY AUTOINCREMENT, packet BLOB, found INTEGER)",
	} {
		if _, err := db.Exec(text); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", file, err), db.Close())
		}
	}
	return &database{db}, nil
}

// do does an operation in a transaction.
func (d *database) do(ctx context.Context, operation func(tx *sql.Tx) error) error {
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a commit it does nothing
	if err := operation(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// lookup reports whether there is a record of an interval. nth is the number of this answer among all answers.
func (d *database) lookup(ctx context.Context, interval int, packet []byte) (found bool, nth int, err error) {
	err = d.do(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRow("SELECT EXISTS (SELECT 1 FROM records WHERE interval = ?)", interval).Scan(&found)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO operations (packet, found) VALUES (?, ?)", packet, found); err != nil {
			return err
		}
		return tx.QueryRow("SELECT COUNT(*) FROM operations WHERE found IS NOT NULL").Scan(&nth)
	})
	return found, nth, err
}

// insert adds a record of an interval. If records are unique, the database ignores a second one.
func (d *database) insert(ctx context.Context, interval int, packet []byte) error {
	return d.do(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT OR IGNORE INTO records (interval) VALUES (?)", interval); err != nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO operations (packet) VALUES (?)", packet)
		return err
	})
}

// after returns the packets of the operations behind a number, in the order in which they were done, and the number of
// the last.
func (d *database) after(ctx context.Context, number int) (packets [][]byte, last int, err error) {
	rows, err := d.QueryContext(ctx, "SELECT number, packet FROM operations WHERE number > ? ORDER BY number", number)
	if err != nil {
		return nil, number, err
	}
	defer rows.Close()
	last = number
	for rows.Next() {
		var packet []byte
		if err := rows.Scan(&last, &packet); err != nil {
			return packets, last, err
		}
		packets = append(packets, packet)
	}
	return packets, last, rows.Err()
}
