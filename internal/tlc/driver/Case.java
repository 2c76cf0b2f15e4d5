package scrutineer;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** One run of TLC in classes of its own. */
final class Case {
    private final File folder;
    private final String[] args;

    /** A case whose output goes to the files stdout and stderr in a folder; its arguments are TLC's. */
    Case(File folder, String[] args) {
        this.folder = folder;
        this.args = args;
    }

    /** Runs TLC and returns its exit code. */
    int run() throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        try (PrintStream caseOut = open("stdout"); PrintStream caseErr = open("stderr")) {
            System.setOut(caseOut);
            System.setErr(caseErr);
            return tlc();
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

    /**
     * TLC keeps what it knows of a model in static fields, the streams that it writes to among them: each
     * case has all of TLC's classes anew.
     */
    private int tlc() throws Exception {
        ClassLoader classes = new OwnClasses();
        Thread.currentThread().setContextClassLoader(classes);
        return (int) classes.loadClass("scrutineer.Tlc").getMethod("run", String[].class).invoke(null, (Object) args);
    }
}
