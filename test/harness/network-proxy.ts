import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

type State = "open" | "cut" | "stalled" | "one-way";

/** A TCP proxy between a terminal and the server, as the Wi-Fi. It is open at first. */
export interface NetworkProxy {
  /** The server's URL through the proxy. */
  readonly url: string;
  /** Breaks open connections and refuses new ones. */
  cut(): void;
  /** Keeps connections open and passes no bytes in either direction. `restore` delivers the bytes sent meanwhile. */
  stall(): void;
  /** Passes requests, and breaks the connection instead of passing the response. */
  loseResponses(): void;
  /**
   * Passes the first half of requests that begin so (`POST /api/…`), and then nothing more of them; all others pass.
   * Resolves when the first half of one has passed.
   */
  holdRequest(start: RegExp): Promise<void>;
  /** Passes only so many bytes of the responses to requests that begin so, and then breaks the connection. */
  cutResponse(start: RegExp, bytes: number): void;
  /** Leads to another server from now on, as when its standby takes over its address. Breaks open connections. */
  lead(url: string): void;
  /** Passes all bytes again, and breaks held connections. */
  restore(): void;
}

/** Starts a proxy to the server at `url`, on a port of its own. It is closed when the test ends. */
export async function startProxy(url: string): Promise<NetworkProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const held = new Set<Socket>();
  let state: State = "open";
  let target = url;
  let breaking: { readonly start: RegExp; readonly bytes: number } | null = null;
  /** Bytes that still may pass. */
  const left = new Map<Socket, number>();
  let hold: { readonly start: RegExp; readonly reached: () => void } | null = null;

  /** The first half of a request to hold; null where the request may pass. */
  function halfOf(near: Socket, piece: Buffer): Buffer | null {
    if (held.has(near)) return piece.subarray(0, 0);
    if (hold === null || !hold.start.test(piece.toString("latin1", 0, 300))) return null;
    held.add(near);
    hold.reached();
    return piece.subarray(0, piece.length / 2);
  }

  /** Records requests and counts down the bytes of responses. True when no more bytes may pass. */
  function isUsedUp(near: Socket, piece: Buffer, isAsked: boolean): boolean {
    if (isAsked) {
      if (breaking?.start.test(piece.toString("latin1", 0, 300))) left.set(near, breaking.bytes);
      return false;
    }
    const before = left.get(near);
    if (before !== undefined) left.set(near, before - piece.length);
    return before !== undefined && before < piece.length;
  }

  const server = createServer((near) => {
    if (state === "cut") {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(new URL(target).port), "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    const breakOff = () => {
      pairs.delete(pair);
      held.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on("data", (given) => {
        const piece = Buffer.from(given);
        if (isUsedUp(near, piece, from === near) || (state === "one-way" && from === far)) breakOff();
        else to.write((from === near ? halfOf(near, piece) : null) ?? piece);
      });
      from.on("close", breakOff);
      // A socket that breaks emits `close` as well.
      from.on("error", breakOff);
      if (state === "stalled") from.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const cut = () => {
    state = "cut";
    for (const [near] of pairs) near.resetAndDestroy();
  };
  const change = (next: State) => {
    state = next;
    for (const socket of [...pairs].flat()) {
      if (next === "stalled") socket.pause();
      else socket.resume();
    }
  };
  const letGo = () => {
    hold = null;
    for (const near of held) near.resetAndDestroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    stall: () => change("stalled"),
    loseResponses: () => change("one-way"),
    holdRequest: (start) =>
      new Promise((resolve) => {
        hold = { start, reached: resolve };
      }),
    cutResponse(start, bytes) {
      breaking = { start, bytes };
    },
    lead(next) {
      target = next;
      for (const [near] of pairs) near.resetAndDestroy();
    },
    restore() {
      breaking = null;
      letGo();
      change("open");
    },
  };
}
