package tlc

// Runner runs TLC. Find makes one from what this machine has; the fields may be
// changed before the first run.
type Runner struct {
	Java    Java
	Jar     Jar
	Workers int    // threads of the search; 0 is 1. A violation is always searched with 1
	HeapMB  int    // the JVM's largest heap in MiB; 0 is 2048
	StackMB int    // a thread's stack in MiB, for deeply nested values; 0 is the JVM's own
	Cache   *Cache // where what TLC has said is kept, nil for nowhere
	Driver  Driver // what calls TLC, so that it listens on loopback alone
	Listens string // why there is no Driver; "" if there is one
	Classes string // the archive that the JVM starts from, made by Fetch; "" for none
	Batch   *Batch // JVMs that run one case after another; nil gives each case a JVM of its own
}
