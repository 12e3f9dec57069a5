import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE_MS } from "../limits.ts";
import type { ScanOptions } from "./keyboard.ts";

// An expression, once the formatter's semicolon is off.
const IN_PAGE = readFileSync(join(import.meta.dirname, "in-page.js"), "utf8")
  .trimEnd()
  .replace(/;$/, "");
const SCREENSHOTS = join(import.meta.dirname, "../../screenshots/terminal");

/** Within this distance and time a tap may be an unintended second one (src/web/ui/double-tap.ts). */
const SAME_PLACE_PX = 60;
const LOOK_MS = 650;

/** True for rows that a scan, a search or an answer shifts, and for elements below a scan notice: the terminal ignores quick taps there. */
const mayHaveShifted = ({ x, y }: Point) => `(() => {
  const target = document.elementFromPoint(${x}, ${y});
  if (target === null) return false;
  const isBelow = document.querySelector(".scan-notice") !== null || location.hash === "#/unsent";
  const shifted = isBelow ? "main" : ".count-lists .list, .choices";
  return target.closest(shifted) !== null && target.closest(".actions") === null;
})()`;

/** Whether the text field that was looked for last (in-page.js) has the focus. The browser makes a click of a tap later: keys typed before it go to another element. */
const FIELD_HAS_FOCUS =
  "!window.tappedField || !window.tappedField.isConnected || window.tappedField === document.activeElement || window.nextClick === 'stopped'";

/** Notes whether the next click is stopped before it reaches its element, as the terminal does with a tap on what has just shifted. */
const WATCH_CLICK = `void (() => {
  const note = (state) => () => { window.nextClick = state; };
  window.nextClick = "awaited";
  addEventListener("click", note("stopped"), { capture: true, once: true });
  document.documentElement.addEventListener("click", note("passed"), { capture: true, once: true });
})()`;

/** An element: its whole visible text or accessible name, a pattern for a part of it, or a CSS selector. */
export type Locator = string | RegExp | { readonly css: string };

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Why the element can't be tapped; empty where it can. */
  readonly why: string;
}

/** The terminal's page in any browser, used by taps and scans. Methods that wait throw after PATIENCE_MS, with the page's text. */
export abstract class TerminalPage {
  #lastTap = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };

  /** Opens an address and waits until it has loaded. Throws when no server responds. */
  abstract open(url: string): Promise<void>;
  abstract reload(): Promise<void>;
  /** The awaited value of an expression in the page. Throws its error. */
  abstract evaluate(expression: string): Promise<unknown>;
  /** Types a code into the focused element as a keyboard wedge does. */
  abstract scan(code: string, options?: ScanOptions): Promise<void>;
  /** Errors and policy violations since the page was opened, and requests to other servers where the browser reports them. */
  abstract errors(): readonly string[];
  /** Touches a point of the screen. */
  protected abstract touch(point: Point): Promise<void>;
  /** The screen as PNG, in base64. */
  protected abstract capture(): Promise<string>;

  /**
   * True while answers are expected, which may move what the page shows. A person looks until nothing moves. A test that an answer
   * moves nothing under the finger holds that answer and looks at the page itself.
   */
  protected isLoading(): boolean {
    return false;
  }

  /** Taps an element as soon as it is present, enabled, at rest and not covered. */
  async tap(what: Locator): Promise<void> {
    const point = await this.freePointOf(what);
    if (await this.evaluate(mayHaveShifted(point))) return this.#tapShifting(what);
    await this.#touchOnce(point, what);
  }

  /** The point of an element, once a tap there is no quick second one, which the terminal ignores except on the number pad. */
  protected async freePointOf(what: Locator): Promise<Point> {
    const isPad = typeof what === "object" && "css" in what && what.css.startsWith(".number-pad");
    const first = await this.pointOf(what);
    const passed = performance.now() - this.#lastTap.at;
    const isNear = Math.hypot(first.x - this.#lastTap.x, first.y - this.#lastTap.y) < SAME_PLACE_PX;
    if (!isNear || isPad || passed >= LOOK_MS) return first;
    // allow pause: a person waits as long, and WebDriver's touches have no time of their own
    await pause(LOOK_MS - passed);
    return this.pointOf(what);
  }

  /** Touches a point. A text field there must get the focus. */
  async #touchOnce(point: Point, what: Locator): Promise<void> {
    const { x, y } = point;
    await this.touch(point);
    this.#lastTap = { x, y, at: performance.now() };
    const hasFocus = async () => Boolean(await this.evaluate(FIELD_HAS_FOCUS));
    await this.wait(hasFocus, async () => {
      const active = await this.evaluate("document.activeElement.outerHTML.slice(0, 200)");
      const now = await this.pointOf(what);
      return `the touch of ${show(what)} at ${x}, ${y} left the focus at ${String(active)}; it is now at ${now.x}, ${now.y}`;
    });
  }

  /** Taps an element that a scan shifts: again where the terminal ignored the tap, since a busy page may have shifted it late. */
  async #tapShifting(what: Locator): Promise<void> {
    const tapOnce = async () => {
      // allow pause: a person looks where the element is now, and the terminal ignores taps until then
      await pause(LOOK_MS);
      const point = await this.pointOf(what);
      await this.evaluate(WATCH_CLICK);
      await this.#touchOnce(point, what);
      for (const end = performance.now() + LOOK_MS; performance.now() < end; await pause(30)) {
        const click = await this.evaluate("window.nextClick").catch(() => "passed");
        if (click !== "awaited") return click !== "stopped";
      }
      // The touch was no click, such as one that the page has prevented.
      return true;
    };
    await this.wait(tapOnce, () => `each tap on ${show(what)} was ignored`);
  }

  /** The point at which an element can be tapped, as soon as there is one. */
  protected async pointOf(what: Locator): Promise<Point> {
    let last: Point = { x: 0, y: 0, why: "not looked for" };
    const isAtRest = async () => {
      if (this.isLoading()) return false;
      const { x, y, why } = last;
      last = (await this.ask("point", described(what))) as Point;
      return why === "" && last.why === "" && last.x === x && last.y === y;
    };
    await this.wait(isAtRest, async () => {
      const page = String(await this.ask("page").catch(String));
      return `can't tap ${show(what)}: ${last.why || "it moves"}, on: ${page.slice(0, 800)}`;
    });
    return last;
  }

  /** Waits until the page contains the text (white space counts as one blank). */
  async see(text: string | RegExp): Promise<void> {
    let page = "";
    const isThere = async () => {
      page = String(await this.ask("page"));
      return contains(text, page);
    };
    await this.wait(isThere, () => `can't see ${show(text)} on: ${page.slice(0, 800)}`);
  }

  /** Waits until the page does not contain the text. */
  async seesNot(text: string | RegExp): Promise<void> {
    let page = "";
    const isGone = async () => {
      page = String(await this.ask("page"));
      return !contains(text, page);
    };
    await this.wait(isGone, () => `still sees ${show(text)} on: ${page.slice(0, 800)}`);
  }

  /** The visible text of the first such element, or the value of a field. Waits until there is one. */
  async textOf(css: string): Promise<string> {
    let text: unknown = null;
    const isThere = async () => {
      text = await this.ask("text", css);
      return text !== null;
    };
    await this.wait(isThere, () => `there is no ${css}`);
    return String(text);
  }

  async count(css: string): Promise<number> {
    return Number(await this.evaluate(`document.querySelectorAll(${JSON.stringify(css)}).length`));
  }

  /** Waits until an expression in the page is true. */
  async until(expression: string): Promise<void> {
    await this.wait(
      async () => Boolean(await this.evaluate(expression)),
      () => `never true: ${expression}`,
    );
  }

  /** Stores a picture of the screen where SCREENSHOTS is set. */
  async screenshot(name: string): Promise<void> {
    if (!process.env["SCREENSHOTS"]) return;
    const file = join(SCREENSHOTS, `${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await this.capture(), "base64");
  }

  /** Calls a function of in-page.js. */
  protected ask(question: "point" | "page" | "text", ...about: unknown[]): Promise<unknown> {
    return this.evaluate(`${IN_PAGE}.${question}(${about.map((one) => JSON.stringify(one)).join(",")})`);
  }

  /** Waits until the condition is true, for at most PATIENCE_MS. Throws with the reason. */
  protected async wait(isTrue: () => Promise<boolean>, why: () => string | Promise<string>): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    // Each look takes CPU time from the page.
    for (let looks = 0; ; await pause(looks++ < 10 ? 30 : 100)) {
      if (await isTrue().catch(falseWhileLoading)) return;
      if (performance.now() > end) throw new Error(await why());
    }
  }
}

/** A locator or text for an error message. */
const show = (what: unknown) => (what instanceof RegExp ? String(what) : JSON.stringify(what));

const contains = (what: string | RegExp, page: string) =>
  typeof what === "string" ? page.includes(what.replaceAll(/\s+/g, " ").trim()) : what.test(page);

/** Scripts fail while the page is being left. */
function falseWhileLoading(error: unknown): false {
  if (/context|navigated or closed/i.test(String(error))) return false;
  throw error;
}

function described(what: Locator): object {
  if (typeof what === "string") return { text: what };
  return what instanceof RegExp ? { pattern: what.source, flags: what.flags } : what;
}
