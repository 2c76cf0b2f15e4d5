package broker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// packages are the packages of Debian 12 that a broker needs, beside what every Debian has.
var packages = []string{
	"rabbitmq-server", "erlang-base", "erlang-asn1", "erlang-crypto", "erlang-eldap", "erlang-ftp", "erlang-inets",
	"erlang-mnesia", "erlang-os-mon", "erlang-parsetools", "erlang-public-key", "erlang-runtime-tools", "erlang-snmp",
	"erlang-ssl", "erlang-syntax-tools", "erlang-tftp", "erlang-tools", "erlang-xmerl",
}

// Fetch fetches the packages into the cache, unless they are there. It needs no root, and leaves the package manager's
// own state as it is. The archive decides the version.
func Fetch(ctx context.Context) (Installation, error) {
	if i, err := Installed(); err == nil {
		return i, nil
	}
	if err := checkMachine(); err != nil {
		return Installation{}, err
	}
	root, err := folder()
	if err != nil {
		return Installation{}, err
	}
	if err := os.MkdirAll(filepath.Dir(root), 0o755); err != nil {
		return Installation{}, err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(root), "rabbitmq-*")
	if err != nil {
		return Installation{}, err
	}
	defer os.RemoveAll(scratch)
	if err := unpack(ctx, scratch); err != nil {
		return Installation{}, &NotRunError{fmt.Sprintf("%v; try again: make rabbitmq", err)}
	}
	if _, err := Installed(); err != nil { // not even by another process meanwhile: what is there is broken
		_ = os.RemoveAll(root)
	}
	unpacked := filepath.Join(scratch, "root")
	if err := os.Rename(unpacked, root); err != nil && !errors.Is(err, os.ErrExist) { // by another process, meanwhile
		return Installation{}, err
	}
	return Installed()
}

// checkMachine returns an error if the packages are not for this machine.
func checkMachine() error {
	const other = "the project fetches it on Debian 12 for amd64 only; start a broker by hand, and give its URL as " +
		"the medium of a cluster"
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return &NotRunError{fmt.Sprintf("this is %s for %s, and %s", runtime.GOOS, runtime.GOARCH, other)}
	}
	release, err := os.Open("/etc/os-release")
	if err != nil {
		return &NotRunError{other}
	}
	defer release.Close()
	debian, twelve := false, false
	for lines := bufio.NewScanner(release); lines.Scan(); {
		debian = debian || lines.Text() == "ID=debian"
		twelve = twelve || lines.Text() == `VERSION_ID="12"`
	}
	if !debian || !twelve {
		return &NotRunError{"this is not Debian 12, and " + other}
	}
	for _, tool := range []string{"apt-get", "dpkg-deb"} {
		if _, err := exec.LookPath(tool); err != nil {
			return &NotRunError{fmt.Sprintf("%s is not in PATH: install it", tool)}
		}
	}
	return nil
}

// unpack downloads the packages, and unpacks them below root.
func unpack(ctx context.Context, scratch string) error {
	state, debs := filepath.Join(scratch, "state"), filepath.Join(scratch, "debs")
	lists, archives := filepath.Join(state, "lists"), filepath.Join(state, "archives")
	for _, dir := range []string{filepath.Join(lists, "partial"), filepath.Join(archives, "partial"), debs} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	apt := func(args ...string) error {
		return run(ctx, debs, "apt-get", append([]string{
			"-q", "-o", "Dir::State=" + state, "-o", "Dir::State::lists=" + lists,
			"-o", "Dir::Cache=" + state, "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=",
		}, args...)...)
	}
	if err := errors.Join(apt("update"), apt(append([]string{"download"}, packages...)...)); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(debs, "*.deb"))
	if err != nil || len(files) != len(packages) {
		return fmt.Errorf("apt-get has downloaded %d of %d packages", len(files), len(packages))
	}
	for _, file := range files {
		if err := run(ctx, debs, "dpkg-deb", "-x", file, filepath.Join(scratch, "root")); err != nil {
			return err
		}
	}
	return nil
}

// run runs a command. Its error has the last line that it printed.
func run(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return fmt.Errorf("%s: %w: %s", name, err, lines[len(lines)-1])
}
