package lab

import (
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

// inNamespace has a command run in a network namespace of its own. The command must call loopbackUp.
func inNamespace(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}

// Namespaces returns why this machine allows no network namespace with a loopback interface, nil if it allows one.
func Namespaces() error {
	cmd := Itself(probeRole)
	inNamespace(cmd)
	return cmd.Run()
}

// loopbackUp takes the loopback interface of the namespace up.
func loopbackUp() error {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(socket)
	request := struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}{name: [syscall.IFNAMSIZ]byte{'l', 'o'}, flags: syscall.IFF_UP | syscall.IFF_RUNNING}
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, uintptr(socket), syscall.SIOCSIFFLAGS,
		uintptr(unsafe.Pointer(&request)))
	if failed != 0 {
		return failed
	}
	return nil
}
