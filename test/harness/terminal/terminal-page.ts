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

/** So near, and so soon after another, a tap may be an unintended second one (src/web/app/second-tap.ts). */
const SAME_PLACE_PX = 60;
const LOOK_MS = 650;

/** Rows of a count that a scan shifts, and what stands below a notice about a scan: the terminal ignores taps that are too quick. */
const mayHaveShifted = ({ x, y }: Point) => `(() => {
  const meant = document.elementFromPoint(${x}, ${y});
  if (meant === null) return false;
  if (document.querySelector(".scan-notice") !== null && meant.closest("main") !== null) return true;
  return meant.closest(".count-lists .list") !== null && meant.closest(".deeds") === null;
})()`;

/** A thing on the page: its whole visible text or accessible name, a part of it by a pattern, or CSS. */
export type Locator = string | RegExp | { readonly css: string };

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Why a finger can't meet it; empty where it can. */
  readonly why: string;
}

/** The terminal's page in any browser, as a person and a scanner use it. What waits throws after PATIENCE_MS, with what it saw. */
export abstract class TerminalPage {
  #lastTap = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };

  /** Goes to an address and waits until it has loaded. Throws when nothing answers. */
  abstract open(url: string): Promise<void>;
  abstract reload(): Promise<void>;
  /** The value of an expression in the page, awaited. Throws what it throws. */
  abstract evaluate(expression: string): Promise<unknown>;
  /** A keyboard wedge delivers a code to what has the focus. */
  abstract scan(code: string, options?: ScanOptions): Promise<void>;
  /** Errors and policy violations since the page was opened, and requests to other servers where the browser reports them. */
  abstract errors(): readonly string[];
  /** A finger on a point of the screen. */
  protected abstract touch(point: Point): Promise<void>;
  /** The screen as PNG, in base64. */
  protected abstract capture(): Promise<string>;

  /** Touches the thing as a finger does, as soon as it is there, enabled, at rest and not covered. */
  async tap(what: Locator): Promise<void> {
    // A person looks at what has come before a tap at the same place; the terminal ignores quicker ones, but on a pad.
    const isPad = typeof what === "object" && "css" in what && what.css.startsWith(".number-pad");
    const first = await this.pointOf(what);
    const passed = performance.now() - this.#lastTap.at;
    const isNear = Math.hypot(first.x - this.#lastTap.x, first.y - this.#lastTap.y) < SAME_PLACE_PX;
    const isTooQuick = isNear && !isPad && passed < LOOK_MS;
    const mayShift = Boolean(await this.evaluate(mayHaveShifted(first)));
    if (isTooQuick || mayShift) await pause(mayShift ? LOOK_MS : LOOK_MS - passed);
    const point = isTooQuick || mayShift ? await this.pointOf(what) : first;
    await this.touch(point);
    this.#lastTap = { x: point.x, y: point.y, at: performance.now() };
  }

  /** Where a finger meets the thing, as soon as it can. */
  protected async pointOf(what: Locator): Promise<Point> {
    let last: Point = { x: 0, y: 0, why: "not looked for" };
    const isAtRest = async () => {
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

  /** Waits until the text stands on the page (any run of white space counts as one blank). */
  async see(text: string | RegExp): Promise<void> {
    let page = "";
    const isThere = async () => {
      page = String(await this.ask("page"));
      return stands(text, page);
    };
    await this.wait(isThere, () => `can't see ${show(text)} on: ${page.slice(0, 800)}`);
  }

  /** Waits until the text does not stand on the page. */
  async seesNot(text: string | RegExp): Promise<void> {
    let page = "";
    const isGone = async () => {
      page = String(await this.ask("page"));
      return !stands(text, page);
    };
    await this.wait(isGone, () => `still sees ${show(text)} on: ${page.slice(0, 800)}`);
  }

  /** The visible text of the first such element, or what stands in a field; waits until there is one. */
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

  /** Keeps a picture of the screen where SCREENSHOTS is set. */
  async screenshot(name: string): Promise<void> {
    if (!process.env["SCREENSHOTS"]) return;
    const file = join(SCREENSHOTS, `${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await this.capture(), "base64");
  }

  /** Asks in-page.js. */
  protected ask(question: "point" | "page" | "text", ...about: unknown[]): Promise<unknown> {
    return this.evaluate(`${IN_PAGE}.${question}(${about.map((one) => JSON.stringify(one)).join(",")})`);
  }

  /** Asks until it is so, a busy machine's time long. Throws with the reason when it never is. */
  protected async wait(isTrue: () => Promise<boolean>, why: () => string | Promise<string>): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (let looks = 0; ; looks++) {
      if (await isTrue().catch(falseWhileLoading)) return;
      if (performance.now() > end) throw new Error(await why());
      // Each look takes CPU time from what is waited for.
      await pause(looks < 10 ? 30 : 100);
    }
  }
}

/** What was looked for, as a failed test says it. */
const show = (what: unknown) => (what instanceof RegExp ? String(what) : JSON.stringify(what));

const stands = (what: string | RegExp, page: string) =>
  typeof what === "string" ? page.includes(what.replaceAll(/\s+/g, " ").trim()) : what.test(page);

/** A page that is being left has no place to run a script in. */
function falseWhileLoading(error: unknown): false {
  if (/context|navigated or closed/i.test(String(error))) return false;
  throw error;
}

function described(what: Locator): object {
  if (typeof what === "string") return { text: what };
  return what instanceof RegExp ? { pattern: what.source, flags: what.flags } : what;
}
