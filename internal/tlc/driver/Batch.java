package scrutineer;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * Runs one case of TLC after another, as they are asked for.
 *
 * <p>A request is a few lines: the folder that TLC's output goes to, the number of TLC's arguments, and
 * each argument on a line of its own. The answer is the line "done", TLC's exit code, and the processor
 * time of this JVM since the last answer, in nanoseconds. A case in which something is thrown has no
 * answer: the JVM ends, as it does where TLC ends it, or where the input ends, also in the midst of a case.
 */
final class Batch {
    private final BufferedReader requests;
    private final PrintStream answers;
    private long used;
    private final Classes covering = new Classes(true);
    private final Classes others = new Classes(false);

    Batch(InputStream requests, PrintStream answers) {
        this.requests = new BufferedReader(new InputStreamReader(requests, StandardCharsets.UTF_8));
        this.answers = answers;
    }

    void run() throws IOException {
        while (true) {
            String folder = line();
            String[] args = new String[Integer.parseInt(line())];
            for (int i = 0; i < args.length; i++) {
                args[i] = line();
            }
            new Thread(null, () -> answer(new Case(new File(folder), args)), "case").start();
        }
    }

    /** Returns the next line of the input, whose end is the end of the JVM: nobody waits for an answer. */
    private String line() throws IOException {
        String line = requests.readLine();
        if (line == null) {
            Runtime.getRuntime().halt(0);
        }
        return line;
    }

    private void answer(Case c) {
        try {
            int exit = c.run(c.coverage() ? covering : others);
            long before = used;
            used = processorTime();
            answers.println("done " + exit + " " + (used - before));
            answers.flush();
        } catch (Throwable cause) {
            cause.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static long processorTime() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
