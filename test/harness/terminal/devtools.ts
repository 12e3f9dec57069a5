import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { CDPSession } from "playwright-core";

/** Commands to and events from one page, worker, or the browser itself (Chrome DevTools Protocol). */
export interface Session {
  readonly send: CDPSession["send"];
  readonly on: CDPSession["on"];
  readonly once: CDPSession["once"];
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: Error) => void;
  readonly method: string;
}
interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: string };
}

/** The protocol over a browser's two pipes: JSON, each message ended by a zero byte. The same for all versions of Chromium. */
export class DevToolsConnection {
  readonly #output: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #events = new Map<string, EventEmitter>();
  #lastId = 0;
  #ended: Error | null = null;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    // `end` reports a browser that has ended, with the reason.
    output.on("error", () => this.end("the browser has closed its input"));
    let rest = "";
    input.setEncoding("utf8").on("data", (piece: string) => {
      const messages = (rest + piece).split("\0");
      rest = messages.pop() ?? "";
      for (const message of messages) this.#handle(JSON.parse(message) as Message);
    });
  }

  /** The session with this id; without an id the browser's own. */
  session(id = ""): Session {
    const events = this.#events.get(id) ?? new EventEmitter();
    this.#events.set(id, events);
    const session: unknown = {
      send: (method: string, params?: object) => this.#send(id, method, params ?? {}),
      on: events.on.bind(events),
      once: events.once.bind(events),
    };
    // Messages have playwright's types of the protocol and are not checked here.
    return session as Session;
  }

  /** Rejects all waiting commands, and later ones, after the browser has ended. */
  end(reason: string): void {
    this.#ended = new Error(reason);
    for (const { reject, method } of this.#waiting.values()) reject(new Error(`${method}: ${reason}`));
    this.#waiting.clear();
  }

  #send(sessionId: string, method: string, params: object): Promise<never> {
    if (this.#ended) return Promise.reject(new Error(`${method}: ${this.#ended.message}`));
    const id = ++this.#lastId;
    const response = new Promise<never>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject, method }),
    );
    this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return response;
  }

  #handle({ id, sessionId = "", method = "", params, result, error }: Message): void {
    if (id === undefined) {
      this.#events.get(sessionId)?.emit(method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${waiting.method}: ${error.message} ${error.data ?? ""}`.trim()));
    else waiting?.resolve(result as never);
  }
}
