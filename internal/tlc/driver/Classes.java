package scrutineer;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * TLC's classes, in which one case runs after another.
 *
 * <p>TLC keeps its knowledge of a model in static fields. If each case had classes of its own, most of its time would
 * go into loading and compiling them. So cases share classes. Before each case the static fields get back the values
 * that they had after all classes were initialised, and before any case ran. If a case needs a class that no case has
 * needed before, the class is initialised during the case. If its static fields may keep something of the case, then the next
 * case begins with new classes, and that class is among them.
 *
 * <p>Some of TLC's constants say whether TLC measures coverage. So cases share classes only with cases that agree on it.
 */
final class Classes {
    private final boolean coverage;
    private final Set<String> names = new LinkedHashSet<>();
    private OwnClasses loader;
    private Memory initial;

    /** Classes for cases that measure coverage, or for cases that do not. */
    Classes(boolean coverage) {
        this.coverage = coverage;
    }

    /** Runs TLC and returns its exit code. */
    int run(String[] args) throws ReflectiveOperationException {
        if (loader == null) {
            load();
        } else {
            initial.restore();
        }
        Thread.currentThread().setContextClassLoader(loader);
        Object exit = loader.loadClass("scrutineer.Tlc").getMethod("run", String[].class).invoke(null, (Object) args);
        if (meetsKeeper()) {
            loader = null;
            initial = null;
        }
        return (int) exit;
    }

    private void load() throws ReflectiveOperationException {
        loader = new OwnClasses();
        if (coverage) {
            loader.loadClass("tlc2.TLCGlobals").getField("coverageInterval").setInt(null, 1);
        }
        for (String name : names) {
            Class.forName(name, true, loader);
        }
        initial = new Memory(loader.loaded());
    }

    /** Notes the names of new classes, and reports whether one of them may keep something of the case. */
    private boolean meetsKeeper() {
        boolean meets = false;
        for (Class<?> c : loader.loaded()) {
            meets |= names.add(c.getName()) && Memory.mayKeep(c);
        }
        return meets;
    }
}
