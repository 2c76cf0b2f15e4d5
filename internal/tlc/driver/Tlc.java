package scrutineer;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tlc2.TLC;
import tlc2.output.EC;
import util.FileUtil;
import util.SimpleFilenameToStream;
import util.ToolIO;

/** TLC, as tlc2.TLC.main runs it, but for the end of the JVM, and for who writes the graph. */
public final class Tlc {
    private static final String DUMP = "-dump";
    private static final int FAILURE = 1;

    private Tlc() {}

    /** Runs TLC with its own arguments and returns its exit code. */
    public static int run(String[] args) throws Exception {
        List<String> own = new ArrayList<>(Arrays.asList(args));
        String file = takeDump(own);
        ToolIO.out = System.out;
        ToolIO.err = System.err;
        TLC tlc = new TLC();
        if (!tlc.handleParameters(own.toArray(new String[0]))) {
            return FAILURE;
        }
        if (file != null) {
            writeGraph(tlc, file);
        }
        String folder = FileUtil.parseDirname(tlc.getMainFile());
        tlc.setResolver(folder.isEmpty() ? new SimpleFilenameToStream() : new SimpleFilenameToStream(folder));
        return EC.ExitStatus.errorConstantToExitStatus(tlc.process());
    }

    /** Removes "-dump", its form and its file, and returns the file, null if they are not there. */
    private static String takeDump(List<String> args) {
        int at = args.indexOf(DUMP);
        if (at < 0) {
            return null;
        }
        List<String> dump = args.subList(at, at + 3);
        String file = dump.get(2);
        dump.clear();
        return file;
    }

    /** Has the graph written by Graph: TLC's arguments name only its own forms. */
    private static void writeGraph(TLC tlc, String file) throws IOException, ReflectiveOperationException {
        Field writer = TLC.class.getDeclaredField("stateWriter");
        writer.setAccessible(true);
        writer.set(tlc, new Graph(file));
    }
}
