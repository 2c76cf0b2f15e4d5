package scrutineer;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** One run of TLC. */
final class Case {
    private final File folder;
    private final String[] args;

    /** A case whose output goes to the files stdout and stderr in a folder; its arguments are TLC's. */
    Case(File folder, String[] args) {
        this.folder = folder;
        this.args = args;
    }

    /** Reports whether TLC measures coverage. */
    boolean coverage() {
        return Arrays.asList(args).contains("-coverage");
    }

    /** Runs TLC in these classes and returns its exit code. */
    int run(Classes classes) throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        try (PrintStream caseOut = open("stdout"); PrintStream caseErr = open("stderr")) {
            System.setOut(caseOut);
            System.setErr(caseErr);
            return classes.run(args);
        } finally {
            System.setOut(out);
            System.setErr(err);
            forget();
        }
    }

    /** Removes what TLC has registered with the JVM under names that the next case uses too. */
    private static void forget() throws JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : beans.queryNames(new ObjectName("tlc2.*:*"), null)) {
            beans.unregisterMBean(name);
        }
    }

    private PrintStream open(String name) throws IOException {
        FileOutputStream file = new FileOutputStream(new File(folder, name));
        return new PrintStream(new BufferedOutputStream(file), false, Charset.defaultCharset());
    }
}
