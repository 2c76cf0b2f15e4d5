package linearizability

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

func load(text string) (History, Model, error) {
	return Load(fstest.MapFS{"h.edn": {Data: []byte(text)}}, "h.edn")
}

const (
	invoke = "{:process 0, :type :invoke, :f :write, :value 1}\n"
	others = "; a comment\n#jepsen.history.Op{:process :nemesis, :type :info, :f :start, :value {:a #{1 2.5}}}\n"
)

// Each kind of file comes to a history and a model; what a :fail ends is not in it.
func TestLoad(t *testing.T) {
	for _, c := range []struct{ name, text, model, history string }{
		{
			"lines", others + invoke + `{:process 0, :type :ok, :f :write, :value 1, :time 17, :error [:a "b"]}` +
				"\n{:process 1, :type :invoke, :f :cas, :value [1 -2]} " +
				"{:process 1, :type :fail, :f :cas, :value [1 -2]}\n" +
				"{:process 1, :type :invoke, :f :read} " +
				"{:process 1, :type :ok, :f :read, :value nil} #_{:process 9}\n" +
				"{:process 2, :type :invoke, :f :cas, :value [3 4]}\n" +
				"{:process 2, :type :info, :f :cas, :value :timeout}",
			"CASRegister", "client 0: Write 1 → Done, 3 to 4\nclient 1: Read → nil, 6 to 6\n" +
				"client 2: CompareAndSwap 3 4 → ?, from 7\n",
		},
		{
			"a vector with keys", "[{:process 0 :type :invoke :f :cas :value [7 [1 2]]} " +
				"{:process 1 :type :invoke :f :read :value [:k nil]} {:process 1 :type :ok :f :read :value [:k 5]}]",
			"Independent CASRegister",
			"client 0: CompareAndSwap 1 2 of 7 → ?, from 1\nclient 1: Read of :k → 5, 1 to 1\n",
		},
		{
			"texts", `{:process 0, :type :invoke, :f :append, :key "0", :value "x \"y\""}` + "\n" +
				`{:process 0, :type :ok, :f :append, :key "0", :value "x \"y\""}` + "\n" +
				`{:process 0, :type :invoke, :f :get, :key "0", :value nil}` + "\n" +
				`{:process 0, :type :ok, :f :get, :key "0", :value ""}` + "\n",
			"KeyValue", "client 0: Append \"0\" \"x \\\"y\\\"\" → Done, 1 to 2\nclient 0: Get \"0\" → \"\", 3 to 4\n",
		},
		{
			"a log", "INFO  jepsen.core - hello {\nINFO  jepsen.util - 4\t:invoke\t:cas\t[1 2]\n" +
				"INFO  jepsen.util - :nemesis :info :start Cut off {\nINFO  jepsen.util - 4\t:fail\t:cas\t[1 2]\r\n" +
				"INFO  jepsen.util - 4\t:invoke\t:read\tnil\nINFO  jepsen.util - 4\t:fail\t:read\t:timed-out\n" +
				"INFO  jepsen.util - 4\t:invoke\t:write\t3\nINFO  jepsen.util - 4\t:info\t:write\t:timed-out\n",
			"CASRegister", "client 4: CompareAndSwap 1 2 → false, 2 to 4\nclient 4: Write 3 → ?, from 7\n",
		},
		{"nothing", "", "CASRegister", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m, err := load(c.text)
			if err != nil || m.Name != c.model || h.String() != c.history {
				t.Errorf("%v, %s:\n%s", err, m.Name, h)
			}
		})
	}
}

// What cannot be read is one line that says where, which field, and what would be right.
func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{:process 0", "h.edn:1: what is opened here is closed nowhere, it needs a }"},
		{invoke + "\n)", "h.edn:3: ) closes what is not open"},
		{"{:process 0 :type}", "h.edn:1: the map has a key without a value, 3 entries in all"},
		{`{:process "a`, `h.edn:1: the text that begins here has no end, it needs a "`},
		{`{:process "\q"}`, `h.edn:1: in a text a \ stands before one of " \ n t r`},
		{"7", "h.edn:1: an operation is wanted: {:process 0, :type :invoke, :f :read, :value nil}"},
		{"{1 2}", "h.edn:1: the fields of an operation are keywords, such as :process"},
		{"{:f :read, :f :read}", "h.edn:1: :f: stands there twice, keep one"},
		{"\n{:process 0, :f :read}", "h.edn:2: :type: is missing, give it"},
		{
			"{:process a, :type :ok, :f :x}",
			"h.edn:1: :process: a stands where a whole number of at most 32 bits is wanted",
		},
		{"{:process 0, :type :done, :f :read}", "h.edn:1: :type: :done, it must be one of :invoke, :ok, :fail, :info"},
		{"{:process 0, :type :invoke, :f :txn}", "h.edn:1: :f: :txn, it must be one of :read, :write, :cas"},
		{
			"{:process 0, :type :invoke, :f :write, :value nil}",
			"h.edn:1: :value: nil stands where a whole number of at most 32 bits is wanted",
		},
		{"{:process 0, :type :invoke, :f :cas, :value 3}", "h.edn:1: :value: 3, it must be a pair [old new]"},
		{
			invoke + invoke, "h.edn:2: :process: 0 has not returned from the operation of line 1, " +
				"and calls another one: give it another number",
		},
		{
			"{:process 0, :type :ok, :f :write, :value 1}",
			"h.edn:1: :process: 0 has called nothing that could end here: an :invoke goes before",
		},
		{
			invoke + "{:process 0, :type :ok, :f :read, :value 1}",
			"h.edn:2: :f: :read ends what line 1 calls as :write: write the same",
		},
		{
			invoke + "{:process 0, :type :ok, :f :write, :value 2}",
			"h.edn:2: :value: 2 returns to what line 1 calls with 1: but for what is read they are the same",
		},
		{
			invoke + "{:process 1, :type :invoke, :f :write, :value [1 1]}",
			"h.edn:2: :value: an operation on registers with keys, the first one was on one register: take them apart",
		},
		{"{:process 0, :type :invoke, :f :put, :key 1}", "h.edn:1: :key: 1 stands where a text in quotes is wanted"},
		{
			"INFO jepsen.util - 1 :invoke :read",
			"h.edn:1: 3 values follow jepsen.util, it must be four: process, type, function, value",
		},
		{invoke + "; \xff", "h.edn:2: the text is not UTF-8, save it as such"},
	} {
		_, _, err := load(c.text)
		var bad *input.Error
		if !errors.As(err, &bad) || err.Error() != c.want {
			t.Errorf("%q\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	_, _, err := Load(fstest.MapFS{}, "no.edn")
	if err == nil || !strings.HasPrefix(err.Error(), "no.edn: cannot be read: ") {
		t.Error(err)
	}
}

// Whatever a file holds, it is refused in one line, or it is a history that can be judged.
func FuzzLoad(f *testing.F) {
	f.Add(invoke + others)
	f.Add("[{:process 0 :type :invoke :f :cas :value [7 [1 2]]} #_ \\( (1) \"\\n\"]")
	f.Add("INFO  jepsen.util - 4\t:fail\t:cas\t[1 2]\n")
	f.Add(`{:process 0, :type :invoke, :f :get, :key "0"}{:process 0, :type :ok, :f :get, :key "0", :value ""}`)
	f.Fuzz(func(t *testing.T, text string) {
		h, m, err := load(text)
		var bad *input.Error
		switch {
		case err != nil && !errors.As(err, &bad):
			t.Errorf("%T: %v", err, err)
		case err != nil && (bad.File == "" || bad.Want == ""):
			t.Errorf("%+v", bad)
		case err == nil:
			r := Check(m, h, Budget{Steps: 100_000})
			if r.Verdict != spec.Holds && r.Why == "" {
				t.Errorf("%+v", r)
			}
		}
	})
}
