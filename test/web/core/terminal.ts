import { join } from "node:path";
import { build } from "vite";
import type { Tab } from "../../harness/terminal/tab.ts";

let bundled: Promise<string> | null = null;

/** The client's core as one script, built as the client is. */
async function bundle(): Promise<string> {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "warn",
    build: {
      target: "es2019",
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, "entry.ts"), formats: ["iife"], name: "_" },
    },
  });
  const [made] = Array.isArray(result) ? result : [result];
  if (made === undefined || !("output" in made)) throw new Error("nothing was built");
  return made.output[0].code;
}

/** The client without its screens in a tab: what a screen does, a test does. */
export class CoreTerminal {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** Opens the client on the box, or what is kept of it. `url`: of the box. */
  async open(url: string): Promise<void> {
    await this.tab.open(`${url}/icon.svg`);
    await this.begin();
  }

  /** Loads the client into the page that is open, as after a reload without the box. */
  async begin(): Promise<void> {
    bundled ??= bundle();
    await this.tab.evaluate(`${await bundled}; 1`);
    await this.call("core.start()");
  }

  /** The value of an expression in the page. */
  async call<T>(expression: string): Promise<T> {
    return (await this.tab.evaluate(expression)) as T;
  }

  async logIn(userName: string, roles: readonly string[] = ["User"], tenantId = 1): Promise<void> {
    const given = [userName, `${userName}-demo`, roles, tenantId].map((value) => JSON.stringify(value));
    await this.call(`core.logIn(${given.join()})`);
  }

  /** Logs in by PIN on the paired terminal. */
  async logInByPin(id: number, pin: string): Promise<void> {
    await this.call(`core.enterAtTerminal({ id: ${id} }, "${pin}")`);
  }

  /** Brings all that is needed to count an inventory. */
  async load(inventoryId: number): Promise<void> {
    await this.until("core.now.isComplete");
    await this.call(`core.keepInventory(${inventoryId})`);
  }

  /** Waits until an expression in the page is true. */
  async until(expression: string): Promise<void> {
    await this.tab.until(expression);
  }
}
