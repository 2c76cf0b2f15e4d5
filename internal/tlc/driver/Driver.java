package scrutineer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;

/**
 * Runs TLC in a JVM that other machines cannot reach: once, with TLC's own arguments, or with the
 * argument -batch many times, as its input asks (see Batch).
 *
 * <p>TLC's set of fingerprints is a remote object, also where nothing is distributed: the JVM exports it
 * as soon as it is made, on a port of all interfaces unless told otherwise. What must be so before any
 * class of TLC is used belongs here. Java 11 must do for the files of this folder.
 */
public final class Driver {
    private Driver() {}

    public static void main(String[] args) throws Exception {
        RMISocketFactory.setSocketFactory(new Loopback());
        if (args.length == 1 && args[0].equals("-batch")) {
            new Batch(System.in, System.out).run();
        } else {
            System.exit(Tlc.run(args));
        }
    }

    /** Makes sockets on the loopback interface, whatever host is asked for. */
    private static final class Loopback extends RMISocketFactory {
        private static final int USUAL_BACKLOG = 0;

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            return new ServerSocket(port, USUAL_BACKLOG, InetAddress.getLoopbackAddress());
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return new Socket(InetAddress.getLoopbackAddress(), port);
        }
    }
}
