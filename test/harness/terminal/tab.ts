import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "./devtools.ts";
import { type InputMethod, Keyboard, type ScanOptions } from "./keyboard.ts";
import { Page } from "./page.ts";
import type { Locator, Point } from "./terminal-page.ts";
import type { Watch } from "./watch.ts";

const AFTER_TAPS_MS = 600;

/** One page of a handheld, as a person and a scanner use it. What waits throws after PATIENCE_MS, with what it saw. */
export class Tab extends Page {
  readonly #keyboard: Keyboard;

  constructor(session: Session, watched: Watch, addressOf: (url: string) => string) {
    super(session, watched, addressOf);
    this.#keyboard = new Keyboard(session);
  }

  /** Touches the thing twice at the same point, as a gloved finger does unintentionally: whatever is there by then. */
  async tapTwice(what: Locator, apartMs = 120): Promise<void> {
    const point = await this.pointOf(what);
    const at = Date.now();
    await this.touch(point, at);
    await pause(apartMs);
    // A device notes it as it happens, however late a busy page gets to it.
    await this.touch(point, at + apartMs);
    // A person looks before the next tap: that is no third one.
    await pause(AFTER_TAPS_MS);
  }

  protected async touch({ x, y }: Point, at = Date.now()): Promise<void> {
    const touch = { timestamp: at / 1000 };
    // Not one after the answer to the other: to a busy page the finger would rest, which is no tap.
    await Promise.all([
      this.session.send("Input.dispatchTouchEvent", {
        type: "touchStart",
        touchPoints: [{ x, y }],
        ...touch,
      }),
      this.session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], ...touch }),
    ]);
  }

  /** Types as a person does into what has the focus; slower than a scanner. */
  async type(
    text: string,
    options: { readonly everyMs?: number; readonly as?: InputMethod } = {},
  ): Promise<void> {
    await this.#keyboard.type(text, options.everyMs ?? 80, options.as ?? "keys");
  }

  /** Puts a whole text in at once, as pasting, swiping a word and filling in do. */
  async insert(text: string): Promise<void> {
    await this.#keyboard.insert(text);
  }

  async press(key: "Enter" | "Tab" | "Backspace" | "Escape"): Promise<void> {
    await this.#keyboard.press(key);
  }

  /** A keyboard wedge delivers a code to what has the focus. */
  async scan(code: string, options?: ScanOptions): Promise<void> {
    await this.#keyboard.scan(code, options);
  }

  /** Gives a file to a field for files, as if it was chosen or just taken by the camera. */
  async choose(css: string, ...paths: string[]): Promise<void> {
    await this.until(`document.querySelector(${JSON.stringify(css)}) !== null`);
    const { root } = await this.session.send("DOM.getDocument");
    const { nodeId } = await this.session.send("DOM.querySelector", { nodeId: root.nodeId, selector: css });
    await this.session.send("DOM.setFileInputFiles", { files: paths, nodeId });
  }
}
