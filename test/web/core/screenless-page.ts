import { compileFunction } from "node:vm";
import * as indexedDb from "fake-indexeddb";
import { expect, onTestFinished } from "vitest";

/** What all pages of a browser share, also after a page has ended: its databases and `localStorage`. */
export class BrowserData {
  readonly databases = new indexedDb.IDBFactory();
  readonly local = new TextStore();
  readonly name = crypto.randomUUID();
}

/** The methods of `localStorage` and `sessionStorage` that the client calls. */
class TextStore {
  readonly #texts = new Map<string, string>();
  getItem = (name: string) => this.#texts.get(name) ?? null;
  setItem = (name: string, text: string) => void this.#texts.set(name, text);
  removeItem = (name: string) => void this.#texts.delete(name);
}

/**
 * A page of a browser in this process, for client modules without screens: scripts see the globals of a page, with databases in memory.
 * Its timers, requests and messages end with the test.
 */
export class ScreenlessPage {
  readonly data: BrowserData;
  readonly #globals: Readonly<Record<string, unknown>>;
  readonly #end: () => void;

  #url = "";

  constructor(data: BrowserData) {
    const ending = new AbortController();
    const { signal } = ending;
    const timers = new Set<NodeJS.Timeout>();
    const startTimer =
      (start: typeof setTimeout | typeof setInterval) =>
      (run: () => void, ms = 0) => {
        if (signal.aborted) return undefined;
        const timer = start(run, ms);
        timers.add(timer);
        return timer;
      };
    const events = new EventTarget();
    const page = {
      ...indexedDb,
      indexedDB: data.databases,
      localStorage: data.local,
      sessionStorage: new TextStore(),
      navigator: { language: "en", languages: ["en"], onLine: true, userAgent: "Node.js" },
      document: { visibilityState: "visible", addEventListener: () => undefined, querySelector: () => null },
      addEventListener: events.addEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
      // A test may set the clock of the page, not that of the server.
      Date: class extends Date {},
      setTimeout: startTimer(setTimeout),
      setInterval: startTimer(setInterval),
      BroadcastChannel: class extends BroadcastChannel {
        constructor(name: string) {
          super(`${data.name} ${name}`);
          signal.addEventListener("abort", () => this.close());
        }
        override postMessage(message: unknown): void {
          if (!signal.aborted) super.postMessage(message);
        }
      },
      fetch: async (path: string, init: RequestInit = {}) => {
        const signals = init.signal ? [signal, init.signal] : [signal];
        const request = fetch(new URL(path, this.#url), { ...init, signal: AbortSignal.any(signals) });
        return request.catch((error) =>
          signal.aborted ? new Promise<never>(() => undefined) : Promise.reject(error),
        );
      },
    };
    this.data = data;
    this.#globals = Object.assign(page, { window: page, self: page, globalThis: page });
    this.#end = () => {
      ending.abort();
      for (const timer of timers) clearTimeout(timer);
    };
    onTestFinished(this.#end);
  }

  /** Ends the page as a killed browser: nothing that it has begun goes on. */
  end(): void {
    this.#end();
  }

  /** Sets the address of the server. */
  async open(url: string): Promise<void> {
    this.#url = url;
  }

  /** The value of an expression, as JSON: what is returned does not change with the page. */
  async evaluate(expression: string): Promise<unknown> {
    const run = compileFunction(`return (${expression});`, [], { contextExtensions: [this.#globals] });
    const value: unknown = await run();
    return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    await expect.poll(() => this.evaluate(expression).catch(() => false), { message: expression }).toBe(true);
  }
}
