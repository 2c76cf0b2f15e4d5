package linearizability_test

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/linearizability"
)

// A client reads a value that was overwritten before it asked. Another crashed while it wrote, so
// its value may be there or not.
func ExampleCheck() {
	var r linearizability.Recorder
	r.Call(1, linearizability.Write{Value: 3}, 10)
	r.Return(1, linearizability.Done{}, 20)
	r.Call(2, linearizability.Write{Value: 4}, 20)
	r.Crash(2, 25)
	r.Call(3, linearizability.Read{}, 30)
	r.Return(3, linearizability.Value{Value: linearizability.Nil}, 40)

	history := r.History()
	fmt.Print(history)
	result := linearizability.Check(linearizability.Register(), history, linearizability.Budget{})
	fmt.Println(result.Verdict)
	fmt.Println(result.Why)
	// Output:
	// client 1: Write 3 → Done, 10 to 20
	// client 2: Write 4 → ?, from 20
	// client 3: Read → nil, 30 to 40
	// violated
	// Read by client 3, 30 to 40, returned nil, which no order explains: it could only have returned 3 or 4
}

// A monitor goes along, and says at once what cannot be.
func ExampleMonitor() {
	m := linearizability.Lock()
	var at linearizability.Monitor
	at = at.Call(m, 1, linearizability.Acquire{By: 1})
	at = at.Return(m, 1, linearizability.Success{OK: true})
	at = at.Call(m, 2, linearizability.Acquire{By: 2})
	fmt.Printf("%q\n", at.Violated())
	at = at.Return(m, 2, linearizability.Success{OK: true})
	fmt.Println(at.Violated())
	// Output:
	// ""
	// Acquire 2 by client 2 returned true, which no order explains: it could only have returned false
}
