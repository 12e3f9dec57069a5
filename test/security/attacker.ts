import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A raw connection to the server. */
export interface RawConnection {
  readonly socket: Socket;
  /** The bytes that the server has sent. */
  readonly received: string;
  readonly isClosed: boolean;
  /** Resolves when the server has closed it. */
  readonly closed: Promise<unknown>;
}

/** Connects from an address of loopback (`127.0.0.9`); resolves when the kernel has connected. Closed when the test ends. */
export async function connectFrom(localAddress: string, port: number): Promise<RawConnection> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  let received = "";
  let isClosed = false;
  socket.on("data", (bytes) => {
    received += bytes;
  });
  // These tests expect closed connections.
  socket.on("error", () => {});
  const closed = new Promise((done) => {
    socket.once("close", () => {
      isClosed = true;
      done(null);
    });
  });
  onTestFinished(() => {
    socket.destroy();
  });
  await Promise.race([once(socket, "connect"), closed]);
  return {
    socket,
    get received() {
      return received;
    },
    get isClosed() {
      return isClosed;
    },
    closed,
  };
}

/** Many connections from one address. */
export function connectMany(count: number, localAddress: string, port: number): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => connectFrom(localAddress, port)));
}

/** A client at an address of loopback that keeps one connection, as a terminal does. */
export function terminalAt(localAddress: string, port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  onTestFinished(() => agent.destroy());
  return {
    /** Sends a request; returns the status, and whether the connection was reused. */
    async get(path: string): Promise<{ status: number | undefined; isReused: boolean }> {
      const asked = request({ host: "127.0.0.1", port, path, agent }).end();
      const [response] = await once(asked, "response");
      await text(response);
      return { status: response.statusCode, isReused: asked.reusedSocket };
    },
  };
}
