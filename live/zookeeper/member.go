package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/hashicorp/memberlist"

	"github.com/scrutineer-go/scrutineer/internal/loopback"
)

// members starts processes of memberlist, as it is configured for a local network.
func members(ctx context.Context, _ string) (*running, error) {
	addresses, err := loopback.Addresses(groupSize)
	if err != nil {
		return nil, err
	}
	var out []io.Reader
	r, ctx, err := children(ctx, groupSize, func(n int) *exec.Cmd {
		cmd := itself(memberRole, addresses[n], addresses[0], strconv.Itoa(groupSize))
		pipe, err := cmd.StdoutPipe()
		if err == nil {
			out = append(out, pipe)
		}
		cmd.Stderr = os.Stderr
		return cmd
	})
	if err != nil {
		return nil, err
	}
	r.versions = []string{"memberlist " + versionOf("github.com/hashicorp/memberlist"), runtime.Version()}
	ready := make(chan error, len(out))
	for _, pipe := range out {
		go func() {
			_, err := io.ReadFull(pipe, make([]byte, 1))
			ready <- err
		}()
	}
	for range groupSize {
		select {
		case err = <-ready:
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err != nil {
			r.stop()
			return nil, fmt.Errorf("a member does not know the others: %w", err)
		}
	}
	return r, nil
}

// member runs a member of a group until it is killed. It prints a byte when it knows all.
func member(address, first, size string) error {
	addr, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return err
	}
	all, err := strconv.Atoi(size)
	if err != nil {
		return err
	}
	cfg := memberlist.DefaultLANConfig()
	cfg.Name, cfg.BindAddr, cfg.BindPort, cfg.LogOutput = address, addr.IP.String(), addr.Port, io.Discard
	cfg.AdvertiseAddr, cfg.AdvertisePort = cfg.BindAddr, addr.Port
	m, err := memberlist.Create(cfg)
	if err != nil {
		return err
	}
	for _, err = m.Join([]string{first}); err != nil; _, err = m.Join([]string{first}) {
		time.Sleep(100 * time.Millisecond)
	}
	for m.NumMembers() < all {
		time.Sleep(100 * time.Millisecond)
	}
	fmt.Print("+")
	select {}
}

// versionOf returns the version of a module that this program was built with.
func versionOf(module string) string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, d := range info.Deps {
			if d.Path == module {
				return d.Version
			}
		}
	}
	return "of an unknown version"
}
