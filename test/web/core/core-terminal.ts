import { join } from "node:path";
import { build } from "rolldown";
import type { TestServer } from "../../harness/server.ts";
import { BrowserData, ScreenlessPage } from "./screenless-page.ts";

let bundled: Promise<string> | null = null;

/** Builds the client's core as one script, for the browsers for which the client is built. */
async function bundle(): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, "entry.ts"),
    write: false,
    transform: { target: "es2019" },
    output: { format: "iife" },
  });
  return output[0].code;
}

/** A page without a browser, or the tab of one. */
type Page = Pick<ScreenlessPage, "open" | "evaluate" | "until">;

/** Opens the client without its screens and without a browser. With data: as another page of their browser. */
export async function openCore(url: string, data = new BrowserData()): Promise<CoreTerminal> {
  const terminal = new CoreTerminal(new ScreenlessPage(data));
  await terminal.open(url);
  return terminal;
}

/** The client without its screens in a page: a test calls the functions that a screen calls. */
export class CoreTerminal {
  readonly tab: Page;

  constructor(tab: Page) {
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
    await this.tab.evaluate(`(() => { ${await bundled} })()`);
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

  /** Pairs the browser as a shared terminal. */
  async pair(server: Pick<TestServer, "as">, name: string): Promise<void> {
    const admin = await server.as("admin");
    const { body } = await admin.post("/api/device-auth/generate-code", { kind: "terminal" });
    await this.call(`core.pair("${body.code}", "${name}")`);
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
