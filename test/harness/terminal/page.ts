import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Session } from "./devtools.ts";
import { TerminalPage } from "./terminal-page.ts";
import type { Watch } from "./watch.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A page as it is looked at. What waits throws after PATIENCE_MS, with what it saw. */
export abstract class Page extends TerminalPage {
  protected readonly session: Session;
  readonly #watch: Watch;
  readonly #addressOf: (url: string) => string;
  readonly #waitingForLoad: (() => void)[] = [];

  constructor(session: Session, watched: Watch, addressOf: (url: string) => string) {
    super();
    this.session = session;
    this.#watch = watched;
    this.#addressOf = addressOf;
    session.on("Page.loadEventFired", () => {
      for (const resolve of this.#waitingForLoad.splice(0)) resolve();
    });
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

  /**
   * Cuts the network of the page and its workers, or mends it; another tab has its own. A service worker in Chromium 77
   * goes on: for that cut the connection to the server (`startProxy`).
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
  errors(): readonly string[] {
    return this.#watch.complaints;
  }

  /** What axe finds on the page as it is, a line each. Contrast must be 7:1. */
  async axe(): Promise<string[]> {
    if (!(await this.evaluate("'axe' in window"))) await this.evaluate(`${await readFile(AXE, "utf8")};0`);
    // Of rules that are kept, the elements are not listed: that takes a fifth of the time.
    const options = {
      resultTypes: ["violations"],
      rules: { "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } },
    };
    const lines = `r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.target.join(" ")).join(", "))`;
    const found = await this.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((r) => ${lines})`);
    return (found as string[]) ?? [];
  }

  protected async capture(): Promise<string> {
    return (await this.session.send("Page.captureScreenshot", { format: "png" })).data;
  }

  #load(): Promise<void> {
    return new Promise((resolve) => void this.#waitingForLoad.push(resolve));
  }
}
