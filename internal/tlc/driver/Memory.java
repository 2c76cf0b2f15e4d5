package scrutineer;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of the static fields of some classes at one time, and of all objects that they refer to: objects of the
 * same classes, arrays, and Java's maps and collections. Java's other objects are not read, such as an AtomicLong. If
 * one of them mattered, make batched would show it, which runs all cases in three orders.
 */
final class Memory {
    private final Map<Class<?>, List<Field>> statics = new IdentityHashMap<>();
    private final Map<Class<?>, List<Field>> fields = new IdentityHashMap<>();
    private final Map<Object, Object> held = new IdentityHashMap<>();
    private final ArrayDeque<Object> unread = new ArrayDeque<>();

    Memory(List<Class<?>> classes) throws IllegalAccessException {
        for (Class<?> c : classes) {
            meet(c);
        }
        while (!unread.isEmpty()) {
            Object next = unread.poll();
            held.put(next, copy(next));
        }
    }

    /** Gives the fields and objects their values back. */
    void restore() throws IllegalAccessException {
        for (Map.Entry<Object, Object> entry : held.entrySet()) {
            restore(entry.getKey(), entry.getValue());
        }
    }

    /** Notes an object that is to be copied, unless it cannot change, or has been met before. */
    private void meet(Object object) {
        if (object != null && !held.containsKey(object) && changes(object)) {
            held.put(object, null);
            unread.add(object);
        }
    }

    private boolean changes(Object object) {
        return object instanceof Class || object.getClass().isArray() || object instanceof Map
                || object instanceof Collection || isOwn(object.getClass());
    }

    private boolean isOwn(Class<?> c) {
        return c.getClassLoader() instanceof OwnClasses;
    }

    /** Returns a copy of the values in an object, and meets the objects that it refers to. */
    private Object copy(Object object) throws IllegalAccessException {
        if (object.getClass().isArray()) {
            return copyArray(object);
        }
        if (object instanceof Map) {
            Map<?, ?> copy = new LinkedHashMap<>((Map<?, ?>) object);
            copy.forEach((key, value) -> {
                meet(key);
                meet(value);
            });
            return copy;
        }
        if (object instanceof Collection) {
            List<?> copy = new ArrayList<>((Collection<?>) object);
            copy.forEach(this::meet);
            return copy;
        }
        List<Object> copy = new ArrayList<>();
        for (Field f : fieldsOf(object)) {
            Object value = f.get(object);
            copy.add(value);
            meet(value);
        }
        return copy;
    }

    private Object copyArray(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        if (array instanceof Object[]) {
            for (Object value : (Object[]) array) {
                meet(value);
            }
        }
        return copy;
    }

    /** Returns the static fields of a class, or the other fields of any other object. */
    private List<Field> fieldsOf(Object object) {
        if (object instanceof Class) {
            return statics.computeIfAbsent((Class<?>) object, c -> declared(c, true));
        }
        return fields.computeIfAbsent(object.getClass(), c -> {
            List<Field> found = new ArrayList<>();
            for (Class<?> of = c; of != null && isOwn(of); of = of.getSuperclass()) {
                found.addAll(declared(of, false));
            }
            return found;
        });
    }

    /** Reports whether a class has a static field that is no constant. */
    static boolean mayKeep(Class<?> c) {
        for (Field f : declared(c, true)) {
            boolean isConstant = f.getType().isPrimitive() || f.getType() == String.class;
            if (!isConstant || !Modifier.isFinal(f.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    private static List<Field> declared(Class<?> c, boolean areStatic) {
        List<Field> found = new ArrayList<>();
        for (Field f : c.getDeclaredFields()) {
            if (Modifier.isStatic(f.getModifiers()) == areStatic) {
                f.setAccessible(true);
                found.add(f);
            }
        }
        return found;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private void restore(Object object, Object copy) throws IllegalAccessException {
        if (object.getClass().isArray()) {
            System.arraycopy(copy, 0, object, 0, Array.getLength(copy));
        } else if (object instanceof Map) {
            if (!object.equals(copy)) {
                ((Map) object).clear();
                ((Map) object).putAll((Map) copy);
            }
        } else if (object instanceof Collection) {
            if (!new ArrayList<>((Collection<?>) object).equals(copy)) {
                ((Collection) object).clear();
                ((Collection) object).addAll((List) copy);
            }
        } else {
            int i = 0;
            for (Field f : fieldsOf(object)) {
                Object value = ((List<?>) copy).get(i++);
                if (!Modifier.isFinal(f.getModifiers())) {
                    f.set(object, value);
                }
            }
        }
    }
}
