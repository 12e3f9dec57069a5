import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

type State = "open" | "cut" | "stalled" | "one-way";

/** The Wi-Fi between a terminal and the box. It begins open. */
export interface NetworkProxy {
  /** The box's address through this line. */
  readonly url: string;
  /** Nobody answers: what runs breaks off, what begins is refused. */
  cut(): void;
  /** Connected, and nothing comes through either way; what was sent arrives after `mend`. */
  stall(): void;
  /** What is asked reaches the box; its answer gets lost, and the connection with it. */
  loseResponses(): void;
  /**
   * Of requests that begin so (`POST /api/…`) the first half gets through, and then nothing more; all others pass. Returns
   * when the first of them has come so far.
   */
  holdRequest(start: RegExp): Promise<void>;
  /** Of the answers to requests that begin so only so many bytes get through; then the connection breaks off. */
  cutResponse(start: RegExp, bytes: number): void;
  /** All gets through again; what was held breaks off. */
  restore(): void;
}

/** A line to the box at `url`, on a port of its own, gone when the test ends. */
export async function startProxy(url: string): Promise<NetworkProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const held = new Set<Socket>();
  let state: State = "open";
  let breaking: { readonly start: RegExp; readonly bytes: number } | null = null;
  /** Bytes that still come through. */
  const left = new Map<Socket, number>();
  let hold: { readonly start: RegExp; readonly reached: () => void } | null = null;

  /** Half of what begins a request that is to be held; null: it may pass. */
  function halfOf(near: Socket, piece: Buffer): Buffer | null {
    if (held.has(near)) return piece.subarray(0, 0);
    if (hold === null || !hold.start.test(piece.toString("latin1", 0, 300))) return null;
    held.add(near);
    hold.reached();
    return piece.subarray(0, piece.length / 2);
  }

  /** Notes what is asked, and counts down what is answered; true: no more of it comes through. */
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
    const far = connect(Number(new URL(url).port), "127.0.0.1");
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
      // A peer that breaks off closes as well.
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
    restore() {
      breaking = null;
      letGo();
      change("open");
    },
  };
}
