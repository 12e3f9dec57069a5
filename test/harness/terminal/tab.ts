import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "./devtools.ts";
import { type InputMethod, Keyboard, type ScanOptions } from "./keyboard.ts";
import { Page } from "./page.ts";
import type { Locator, Point } from "./terminal-page.ts";
import type { Watch } from "./watch.ts";

const AFTER_TAPS_MS = 600;

/** One page of a handheld, used by taps, keys and scans. Methods that wait throw after PATIENCE_MS, with the page's text. */
export class Tab extends Page {
  readonly #keyboard: Keyboard;

  constructor(session: Session, watch: Watch, addressOf: (url: string) => string) {
    super(session, watch, addressOf);
    this.#keyboard = new Keyboard(session);
  }

  /** Taps an element twice at the same point, as a gloved finger does unintentionally. The second tap meets what is there then. */
  async tapTwice(what: Locator, apartMs = 120): Promise<void> {
    const point = await this.freePointOf(what);
    const at = Date.now();
    await this.touch(point, at);
    // allow pause: the second tap of a finger meets what the page shows after this time
    await pause(apartMs);
    // A device reports the time of the touch, even if a busy page handles it later.
    await this.touch(point, at + apartMs);
    // allow pause: a person waits as long before the next tap, so that it is no third one
    await pause(AFTER_TAPS_MS);
  }

  protected async touch({ x, y }: Point, at = Date.now()): Promise<void> {
    const touch = { timestamp: at / 1000 };
    // Sent together: a pause between them on a busy page would be a long press.
    await Promise.all([
      this.session.send("Input.dispatchTouchEvent", {
        type: "touchStart",
        touchPoints: [{ x, y }],
        ...touch,
      }),
      this.session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], ...touch }),
    ]);
  }

  /** Types into the focused element at the speed of a person, slower than a scanner. */
  async type(
    text: string,
    options: { readonly everyMs?: number; readonly as?: InputMethod } = {},
  ): Promise<void> {
    await this.#keyboard.type(text, options.everyMs ?? 80, options.as ?? "keys");
  }

  /** Inserts a whole text at once, as pasting, swipe typing and autofill do. */
  async insert(text: string): Promise<void> {
    await this.#keyboard.insert(text);
  }

  async press(key: "Enter" | "Tab" | "Backspace" | "Escape"): Promise<void> {
    await this.#keyboard.press(key);
  }

  /** Types a code into the focused element as a keyboard wedge does. */
  async scan(code: string, options?: ScanOptions): Promise<void> {
    await this.#keyboard.scan(code, options);
  }

  /** Sets the files of a file input, as if they were chosen or taken by the camera. */
  async choose(css: string, ...paths: string[]): Promise<void> {
    await this.until(`document.querySelector(${JSON.stringify(css)}) !== null`);
    const { root } = await this.session.send("DOM.getDocument");
    const { nodeId } = await this.session.send("DOM.querySelector", { nodeId: root.nodeId, selector: css });
    await this.session.send("DOM.setFileInputFiles", { files: paths, nodeId });
  }

  /** Ends the service workers, as the browser does with idle ones. The next request starts them again. */
  async stopServiceWorkers(): Promise<void> {
    await this.session.send("ServiceWorker.stopAllWorkers");
  }

  /** A snapshot of the page's memory as text, with all its strings. */
  async memory(): Promise<string> {
    const chunks: string[] = [];
    this.session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
    await this.session.send("HeapProfiler.enable");
    await this.session.send("HeapProfiler.collectGarbage");
    await this.session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    return chunks.join("");
  }
}
