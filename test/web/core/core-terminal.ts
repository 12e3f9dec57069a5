import { join } from "node:path";
import { build } from "vite";
import type { Tab } from "../../harness/terminal/tab.ts";

let bundled: Promise<string> | null = null;

/** Builds the client's core as one script, as the client is built. */
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
  const [output] = Array.isArray(result) ? result : [result];
  if (output === undefined || !("output" in output)) throw new Error("nothing was built");
  return output.output[0].code;
}

/** The client without its screens in a tab: a test calls the functions that a screen calls. */
export class CoreTerminal {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** Loads the client into a page of the server. */
  async open(url: string): Promise<void> {
    await this.tab.open(`${url}/icon.svg`);
    await this.begin();
  }

  /** Loads the client into the open page, as after an offline reload. */
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

  /** Loads everything that is needed to count an inventory. */
  async load(inventoryId: number): Promise<void> {
    await this.until("core.now.isComplete");
    await this.call(`core.keepInventory(${inventoryId})`);
  }

  /** Waits until an expression in the page is true. */
  async until(expression: string): Promise<void> {
    await this.tab.until(expression);
  }
}
