import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE_MS } from "../limits.ts";
import type { Watch } from "./watch.ts";
import type { Session } from "./wire.ts";

// An expression, once the formatter's semicolon is off.
const IN_PAGE = readFileSync(join(import.meta.dirname, "in-page.js"), "utf8")
  .trimEnd()
  .replace(/;$/, "");
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SCREENSHOTS = join(import.meta.dirname, "../../screenshots/terminal");

/** A page as it is looked at. What waits throws after PATIENCE_MS, with what it saw. */
export class Page {
  protected readonly session: Session;
  readonly #watch: Watch;
  readonly #addressOf: (url: string) => string;

  constructor(session: Session, watched: Watch, addressOf: (url: string) => string) {
    this.session = session;
    this.#watch = watched;
    this.#addressOf = addressOf;
  }

  /** Goes to an address and waits until it has loaded. Throws when nothing answers. */
  async open(url: string): Promise<void> {
    const address = this.#addressOf(url);
    this.#watch.allow(new URL(address).origin);
    const loaded = this.#load();
    const { errorText, loaderId } = await this.session.send("Page.navigate", { url: address });
    if (errorText) throw new Error(`${address}: ${errorText}`);
    // A change of the hash alone loads nothing.
    if (loaderId) await loaded;
  }

  async reload(): Promise<void> {
    const loaded = this.#load();
    await this.session.send("Page.reload");
    await loaded;
  }

  /** The Android button: one step back in the history. */
  async back(): Promise<void> {
    await this.evaluate("void history.back()");
  }

  /** Runs a script in each page from now on, before the page's own. */
  async beforeLoad(source: string): Promise<void> {
    await this.session.send("Page.addScriptToEvaluateOnNewDocument", { source });
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

  /** The value of an expression in the page, awaited. Throws what it throws. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page is true. */
  async until(expression: string): Promise<void> {
    await this.wait(
      async () => Boolean(await this.evaluate(expression)),
      () => `never true: ${expression}`,
    );
  }

  /**
   * Cuts the network of the page and its workers, or mends it; another tab has its own. A service worker in Chromium 77
   * goes on: for that cut the line to the box (`aLine`).
   */
  async offline(isOffline: boolean): Promise<void> {
    await this.#watch.offline(isOffline);
  }

  /** Another app comes in front of the page, or goes: so much of it as the page is told. */
  async background(isHidden: boolean): Promise<void> {
    await this.evaluate(`(() => {
      const says = (name, value) => Object.defineProperty(document, name, { configurable: true, value });
      says("hidden", ${isHidden});
      says("visibilityState", ${isHidden} ? "hidden" : "visible");
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    })()`);
  }

  /** Makes the processor so many times slower; 1 is as it is. */
  async throttle(rate: number): Promise<void> {
    await this.session.send("Emulation.setCPUThrottlingRate", { rate });
  }

  /** What was wrong since the page was opened: errors, refusals, requests to others. */
  complaints(): readonly string[] {
    return this.#watch.complaints;
  }

  /** What axe finds on the page as it is, a line each. Contrast must be 7:1. */
  async axe(): Promise<string[]> {
    if (!(await this.evaluate("'axe' in window"))) await this.evaluate(`${await readFile(AXE, "utf8")};0`);
    const options = {
      rules: { "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } },
    };
    const lines = `r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.target.join(" ")).join(", "))`;
    const found = await this.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((r) => ${lines})`);
    return (found as string[]) ?? [];
  }

  /** Keeps a picture of the screen where SCREENSHOTS is set. */
  async screenshot(name: string): Promise<void> {
    if (!process.env["SCREENSHOTS"]) return;
    const { data } = await this.session.send("Page.captureScreenshot", { format: "png" });
    const file = join(SCREENSHOTS, `${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, data, "base64");
  }

  #load(): Promise<void> {
    return new Promise((resolve) => void this.session.once("Page.loadEventFired", () => resolve()));
  }

  /** Asks in-page.js. */
  protected ask(question: "point" | "page" | "text", ...about: unknown[]): Promise<unknown> {
    return this.evaluate(`${IN_PAGE}.${question}(${about.map((one) => JSON.stringify(one)).join(",")})`);
  }

  /** Asks until it is so, a busy machine's time long. Throws with the reason when it never is. */
  protected async wait(isTrue: () => Promise<boolean>, why: () => string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      if (await isTrue().catch(falseWhileLoading)) return;
      if (performance.now() > end) throw new Error(why());
      await pause(30);
    }
  }
}

/** What was looked for, as a failed test says it. */
export const show = (what: unknown) => (what instanceof RegExp ? String(what) : JSON.stringify(what));

const stands = (what: string | RegExp, page: string) =>
  typeof what === "string" ? page.includes(what.replaceAll(/\s+/g, " ").trim()) : what.test(page);

/** A page that is being left has no place to run a script in. */
function falseWhileLoading(error: unknown): false {
  if (/context|navigated or closed/i.test(String(error))) return false;
  throw error;
}
