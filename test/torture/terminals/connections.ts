import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Connections of an attacker. */
export interface Held {
  /**
   * Ends them; returns how many were open then, how many the server had closed before and were opened again, and which
   * could not be opened.
   */
  close(): { open: number; renewed: number; failures: readonly string[] };
}

const IDLE = 1000;
const HALF_OPEN = 1000;
/** Another address of loopback than the terminals': the server closes the oldest above its limit for one address. */
const ADDRESS = "127.0.0.66";
const RENEW_MS = 1000;
const HALF_A_REQUEST = "GET /api/articles HTTP/1.1\r\nHost: box\r\nX-Never";

/** Opens a thousand silent connections and a thousand that stop within the headers; closed ones are opened again. */
export async function holdConnections(url: string): Promise<Held> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const failures: string[] = [];
  let renewed = 0;
  let isOver = false;

  async function hold(words: string): Promise<void> {
    const socket = connect({ port: Number(port), host: hostname, localAddress: ADDRESS });
    sockets.add(socket);
    // The server may reset a connection after its timeout.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      if (isOver) return;
      renewed++;
      sleep(RENEW_MS)
        .then(() => (isOver ? undefined : hold(words)))
        .catch((error: unknown) => failures.push(`a connection: ${String(error)}`));
    });
    socket.resume();
    await once(socket, "connect");
    socket.write(words);
  }
  for (let index = 0; index < Math.max(IDLE, HALF_OPEN); index++) {
    if (index < IDLE) await hold("");
    if (index < HALF_OPEN) await hold(HALF_A_REQUEST);
  }
  return {
    close() {
      isOver = true;
      const open = sockets.size;
      for (const socket of sockets) socket.destroy();
      return { open, renewed, failures };
    },
  };
}
