package scrutineer;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import tla2sany.semantic.OpDeclNode;
import tlc2.tool.Action;
import tlc2.tool.TLCState;
import tlc2.util.DotStateWriter;
import tlc2.value.IValue;

/**
 * Writes the graph of a model in the form of TLC's -dump dot,actionlabels, at a fraction of its cost.
 *
 * <p>TLC breaks the text of each value into lines of 80 columns, which takes as long as the search itself, and
 * takes the fingerprint of a state again for each of its successors. Here a value stands on one line, as TLC
 * prints it elsewhere, and a state's fingerprint is taken once for all of its successors.
 */
final class Graph extends DotStateWriter {
    private static final int MOST_TEXTS = 20_000;

    private final Map<Action, String> labels = new IdentityHashMap<>();
    private final Map<IValue, String> texts = new IdentityHashMap<>();
    private TLCState source;
    private String sourcePrint;

    Graph(String file) throws IOException {
        super(file, false, true, false);
    }

    @Override
    public synchronized void writeState(TLCState initial) {
        writer.println(initial.fingerPrint() + " [label=\"" + text(initial) + "\",style = filled]");
    }

    @Override
    public synchronized void writeState(TLCState from, TLCState to, boolean isNew, Action action) {
        if (from != source) {
            source = from;
            sourcePrint = Long.toString(from.fingerPrint());
        }
        String print = Long.toString(to.fingerPrint());
        writer.append(sourcePrint).append(" -> ").append(print);
        writer.append(labels.computeIfAbsent(action, a -> dotTransitionLabel(from, to, a))).append(";\n");
        if (isNew) {
            writer.append(print).append(" [label=\"").append(text(to)).append("\"]\n");
        }
    }

    /** Returns the values of a state's variables as a label of dot. */
    private String text(TLCState state) {
        StringBuilder label = new StringBuilder(1024);
        OpDeclNode[] variables = state.getVars();
        for (OpDeclNode variable : variables) {
            if (label.length() > 0) {
                label.append("\\n");
            }
            if (variables.length > 1) {
                label.append("/\\\\ ");
            }
            label.append(variable.getName()).append(" = ").append(text(state.lookup(variable.getName())));
        }
        return label.toString();
    }

    /** Returns the text of a value. What a step leaves unchanged is the same object in both states. */
    private String text(IValue value) {
        if (texts.size() == MOST_TEXTS) {
            texts.clear();
        }
        return texts.computeIfAbsent(value, v -> escaped(v.toString()));
    }

    private static String escaped(String value) {
        StringBuilder label = new StringBuilder(value.length() + 16);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' || c == '"') {
                label.append('\\');
            }
            label.append(c);
        }
        return label.toString();
    }
}
