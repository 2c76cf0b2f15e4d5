package scrutineer;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Classes of the class path that share nothing with those of the same names elsewhere in this JVM. */
final class OwnClasses extends ClassLoader {
    private static final Map<String, byte[]> READ = new ConcurrentHashMap<>();

    private final List<Class<?>> loaded = new ArrayList<>();

    OwnClasses() {
        super(ClassLoader.getPlatformClassLoader());
    }

    /** Returns all classes of this loader so far, in the order in which they were loaded. */
    synchronized List<Class<?>> loaded() {
        return new ArrayList<>(loaded);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = READ.computeIfAbsent(name.replace('.', '/') + ".class", OwnClasses::read);
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        Class<?> c = defineClass(name, code, 0, code.length);
        synchronized (this) {
            loaded.add(c);
        }
        return c;
    }

    /** Returns what the class path has under that name, null if it has nothing. */
    private static byte[] read(String name) {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(name)) {
            return file == null ? null : file.readAllBytes();
        } catch (IOException cause) {
            throw new IllegalStateException(name + " cannot be read", cause);
        }
    }

    @Override
    protected URL findResource(String name) {
        return ClassLoader.getSystemResource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return ClassLoader.getSystemResources(name);
    }
}
