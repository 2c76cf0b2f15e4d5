package command

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// usage is what help says. A program is called by its own name.
func usage() string {
	text := `usage: PROGRAM COMMAND [flags]

  verify     run every case through TLC, specification and implementation
  explore    visit every state of an implementation within a budget of faults
  campaign   run drawn plans of faults, shrink and keep what fails
  replay     run the plan of faults in a file
  cases      list the cases, or write what TLC reads of them
  claims     say what has become of each claim of the papers
  reproduce  measure what a paper measured, and show its figures beside ours
  compare    measure the elections of all protocols in the same worlds
  history    judge whether a history of clients is linearizable
  serve      run one process of a cluster, with real sockets, timers and a disk
  client     give the processes of such a cluster their inputs
  judge      judge what the processes of such a cluster have done
  fetch      bring TLC into the cache, with Maven
  version    say which program this is, and of what
  help       say this

PROGRAM COMMAND -h lists a command's flags.

exit status: 0 all as expected, 1 something failed (also where it was interrupted
then), 2 bad input or flags, 3 something required did not run, was interrupted, or
could not be written
`
	if engine != nil {
		before := "  fetch  "
		line := "  work       run blocks of a campaign that another process has begun\n"
		text = strings.Replace(text, before, line+before, 1)
	}
	return strings.ReplaceAll(text, "PROGRAM", programName())
}

// about says of a command what its flags do not.
func about(command string) string {
	text := abouts[command]
	if command == "explore" {
		text = strings.Replace(text, "EXAMPLES", exploreExamples(protocols()), 1)
	}
	return strings.ReplaceAll(text, "PROGRAM", programName())
}

var abouts = map[string]string{
	"serve": `
Runs process -id of the cluster in the folder DIR, until it is interrupted. The file
DIR/cluster.json says which cluster it is:

  {"protocol": "NAME", "config": {"nodes": 3},
   "peers": ["127.0.0.1:7000", "127.0.0.1:7001", "127.0.0.1:7002"]}

Each peer is the UDP address of the process with its number, on the loopback interface.
The fields seed, topology, delay, inputs, rates (loss, lossPerRoute, duplicate) and faults
(partitions) are those of a plan: they set which messages are lost, doubled or late, and when
inputs come. Times count from when the last process started. Inputs come from PROGRAM client.
The process saves into DIR, and writes a log of its steps there, a file for each life. A
restarted process recovers from its saved record.

exit status: 0 interrupted, 2 bad input or flags, 3 the address is taken, or something
could not be written

`,
	"client": `
Gives the processes of the cluster in the folder DIR their inputs, such as calls, until it is
interrupted (see PROGRAM serve). It gives a process one of the inputs that its protocol
offers, and waits for the answer before it gives the next. The field inputs of
DIR/cluster.json delays each input. If the protocol is told which processes are down, the
client is the failure detector: it takes a process to be down that has been silent for
suspectAfter, 1s by default. The log of the client has each input with what became of it.

exit status: 0 interrupted, 2 bad input or flags, 3 a process is of another program or
configuration, or something could not be written

`,
	"judge": `
Judges what the processes in the folder DIR have done (see PROGRAM serve) when all have
stopped. It merges their logs into one run, in which each cause comes before its effects,
takes each step once more, and holds the run against the specification and the properties.
It shrinks a run that fails to a small plan that replays in the simulator.

exit status: 0 as specified, 1 something failed, 2 bad input or flags, 3 the run cannot be
judged

`,
	"verify": `
Runs every case, or those that -only names, replays every corpus and runs a short
campaign of each protocol. A PATTERN of -only is the name of a protocol, the id of a
case, or protocol/id; or a regular expression that matches the whole of one of these.

exit status: 0 all as expected, 1 something failed (also where it was interrupted
then), 2 bad input or flags, 3 TLC is required and not there, or interrupted

`,
	"explore": `
Visits every state that the implementation's processes can reach within a budget of
faults, and judges each. It needs no Java. For a violated property it prints a path
and writes a plan that takes this path in a simulated world, for PROGRAM replay.
A search that did not see everything says so, and never that something holds.
EXAMPLES
exit status: 0 everything was seen and every property holds, 1 a property is violated
or the implementation's code is at fault, 2 bad flags, 3 not everything was seen

`,
	"campaign": `
Draws n plans of faults, runs each and judges it. For a failing run it keeps a
folder with a small plan that fails too, the drawn plan, the trace and a diagram.
The same flags give the same result. Interrupted or killed, a campaign keeps what
it has found, and the same command goes on from there.

exit status: 0 nothing failed, 1 something failed (also where it was interrupted
then), 2 bad flags, 3 interrupted and nothing has failed so far, or the folder
cannot be written any more

`,
	workCommand: `
Runs blocks of a campaign until that has ended. The campaign is that of PROGRAM campaign
on the same server: with -url, or with -listen. Both must be the same build. A worker
may join and leave at any time: another worker then runs its block.

exit status: 0 the campaign has ended, 2 bad flags, or the campaign is that of another
build, 3 interrupted, or there was no campaign or no connection for as long as -wait

`,
	"claims": `
Says for each claim of the papers what has become of it and what decided it: the
counts that the tables pin, the corpus as it should replay, and computations, which
run now. verify says the same of what it has run.

exit status: 0 every claim is decided or listed as open, 1 a claim is not, 2 bad flags,
3 interrupted

`,
	"reproduce": `
Measures, in runs of the protocol's own code, what its paper measured, and shows what
the paper prints beside it. The tables are printed, and written into a folder: as text,
as CSV, as JSON, and all in one README.md. A table of an earlier run stays there until
its experiment runs again. The same experiment gives the same bytes on any machine.

exit status: 0 what must be as printed is so, 1 something is not, or an experiment
fails, 2 bad flags, 3 interrupted, or the folder cannot be written

`,
	"compare": `
Runs the elections of all protocols in the same worlds, from the same seeds: without
faults, with loss, where the leader crashes, under churn, in a partition that heals. It
measures how long it takes until all follow one leader, and a new one, how long two act
and nobody does, and messages and bytes. The tables are printed, and written into a
folder, as those of reproduce are. The same call gives the same bytes on any machine.

exit status: 0 all is measured, 1 an election fails, 2 bad flags, 3 interrupted, or the
folder cannot be written

`,
	"history": `
Judges the history in FILE: EDN of Jepsen's, of a register, or a log of porcupine's, of
a register or of a store of texts. Steps and memory bound the search; what they do not
suffice for is undecided, and never linearizable.

exit status: 0 linearizable, 1 not linearizable, 2 a bad file or bad flags, 3 undecided

`,
	"replay": `
Runs the plan in FILE as it stands, and once for each of its expectations. Without
any, every property must hold: a failure's plan fails until the failure is mended,
so that git bisect run PROGRAM replay plan.json finds what brought it. A known
failure gets into a corpus with its expectations, which -expect writes.

exit status: 0 as expected, 1 not as expected, 2 a bad plan or bad flags,
3 interrupted, or a file cannot be written

`,
}

// exploreExamples are calls that this program can run: of the first case of the first protocol
// with cases, and of the same thing in single flags; "" where there are no cases.
func exploreExamples(all []verify.Protocol) string {
	for _, p := range all {
		if !p.HasCases() {
			continue
		}
		table, err := p.Table()
		first := func(c cases.Case) bool { return c.Module == p.Models[0].Module }
		if i := slices.IndexFunc(table.Cases, first); err == nil && i >= 0 {
			return exampleOf(p.Name, table.Cases[i])
		}
	}
	return ""
}

func exampleOf(protocol string, c cases.Case) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(c.Config, &fields) != nil {
		return ""
	}
	text := fmt.Sprintf("\n  PROGRAM explore -p %[1]s -case %[2]s\n  PROGRAM explore -p %[1]s", protocol, c.ID)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		set := name + "=" + strings.Trim(string(fields[name]), `"`)
		if strings.ContainsAny(set, `"[]{} '`) {
			set = phrase.Typed(set)
		}
		text += " -set " + set
	}
	text += " \\\n   "
	if budget := phrase.Amounts(c.Budget); len(budget) > 0 {
		text += " -budget " + strings.Join(budget, ",")
	}
	crash := "none"
	if len(c.MayCrash) > 0 {
		crash = strings.ReplaceAll(processes(c.MayCrash), ", ", ",")
	}
	return text + " -may-crash " + crash + "\n"
}
