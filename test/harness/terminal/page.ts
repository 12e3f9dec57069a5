import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Session } from "./devtools.ts";
import { TerminalPage } from "./terminal-page.ts";
import type { Watch } from "./watch.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Expression: until the page shows the screen of another hash of its address, after the event of the change and before the next
 * task. There is no event where the page has this hash already.
 */
const changedTo = (hash: string) =>
  `(location.hash === ${JSON.stringify(hash)} ? Promise.resolve() : new Promise((shown) => {
    addEventListener("hashchange", () => setTimeout(shown), { once: true });
  }))`;

/** A page in Chromium. Methods that wait throw after PATIENCE_MS, with the page's text. */
export abstract class Page extends TerminalPage {
  protected readonly session: Session;
  readonly #watch: Watch;
  readonly #addressOf: (url: string) => string;
  readonly #waitingForLoad: (() => void)[] = [];

  constructor(session: Session, watch: Watch, addressOf: (url: string) => string) {
    super();
    this.session = session;
    this.#watch = watch;
    this.#addressOf = addressOf;
    session.on("Page.loadEventFired", () => {
      for (const resolve of this.#waitingForLoad.splice(0)) resolve();
    });
  }

  /** Opens an address and waits until it has loaded, or its screen is shown. Throws when no server responds. */
  async open(url: string): Promise<void> {
    const address = this.#addressOf(url);
    this.#watch.allow(new URL(address).origin);
    const loaded = this.#load();
    await this.evaluate(`void (window.hashChanged = ${changedTo(new URL(address).hash)})`);
    const { errorText, loaderId } = await this.session.send("Page.navigate", { url: address });
    if (errorText) throw new Error(`${address}: ${errorText}`);
    // A change of the hash alone loads nothing.
    await (loaderId ? loaded : this.evaluate("window.hashChanged"));
  }

  /** Opens another screen of the page, and waits until it is shown, which may still load its content. */
  async goTo(path: string): Promise<void> {
    await this.evaluate(
      `(() => { const changed = ${changedTo(`#${path}`)}; location.hash = ${JSON.stringify(path)}; return changed; })()`,
    );
    await this.until("document.querySelector('main h1') !== null");
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

  /** The awaited value of an expression in the page. Throws its error. */
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
   * Cuts the network of the page and its workers, or restores it. Other tabs keep theirs. In Chromium 77 a service worker
   * keeps its network; to cut that, use a proxy (`startProxy`).
   */
  async offline(isOffline: boolean): Promise<void> {
    await this.#watch.setOffline(isOffline);
  }

  /** Slows the processor by this factor; 1 is the normal speed. */
  async throttle(rate: number): Promise<void> {
    await this.session.send("Emulation.setCPUThrottlingRate", { rate });
  }

  /** Errors since the page was opened: exceptions, violations of the content policy, requests to other servers. */
  errors(): readonly string[] {
    return this.#watch.errors;
  }

  /** Returns axe's findings on the shown page, a line each. Contrast must be 7:1. */
  async axe(): Promise<string[]> {
    if (!(await this.evaluate("'axe' in window"))) await this.evaluate(`${await readFile(AXE, "utf8")};0`);
    // Elements that pass are not listed, which takes a fifth of the time.
    const options = {
      resultTypes: ["violations"],
      rules: { "color-contrast-enhanced": { enabled: true }, "target-size": { enabled: true } },
    };
    const lines = `r.violations.map((v) => v.id + ": " + v.help + ": " + v.nodes.map((n) => n.target.join(" ")).join(", "))`;
    const found = await this.evaluate(`axe.run(document, ${JSON.stringify(options)}).then((r) => ${lines})`);
    return (found as string[]) ?? [];
  }

  protected override isLoading(): boolean {
    return this.#watch.isLoading();
  }

  protected async capture(): Promise<string> {
    return (await this.session.send("Page.captureScreenshot", { format: "png" })).data;
  }

  #load(): Promise<void> {
    return new Promise((resolve) => void this.#waitingForLoad.push(resolve));
  }
}
