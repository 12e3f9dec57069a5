import { piecesOf } from "../../../src/sample/models.ts";
import type { ServerProcess } from "../../harness/server-process.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal, person } from "../access/log-in.ts";
import { waitForArticles } from "../count/count-page.ts";
import { logLine } from "./operation-log.ts";

/** The demo's stocktake in progress, its one location, and the articles there that are not counted. */
export const INVENTORY = 3;
export const LOCATION = { oid: 6, code: "B1-G-03", name: "Skladová hala č. 3" };
export const UNCOUNTED = Array.from({ length: 40 }, (_, index) => 111 + index);

export const articleCode = (number: number) => `A${String(number).padStart(6, "0")}`;
/** The codes to scan for all expected pieces of an article. */
export const scansOfArticle = (number: number) =>
  Array.from({ length: piecesOf(number) }, () => articleCode(number));

/** Articles with several expected pieces: each scan adds one, so a doubled scan would show. */
export const SEVERAL = UNCOUNTED.filter((number) => piecesOf(number) > 1).map(articleCode);
export const SINGLE = UNCOUNTED.filter((number) => piecesOf(number) === 1).map(articleCode);

export const UMA = person("user").fullName;
export const BO = person("both").fullName;

/** The lines that scans of these codes leave in the log. */
export function expectedLog(who: string, codes: readonly string[]): string[] {
  return codes.map((code) => logLine(who, code, LOCATION.code, 1, piecesOf(Number(code.slice(1))) > 1));
}

interface CountOptions extends TerminalOptions {
  readonly server: ServerProcess;
  /** Address of a proxy; by default the server's own. */
  readonly url?: string;
  readonly userName?: string;
}

/** Opens a terminal at the location, with its items and the articles loaded; by default as Uma. */
export async function openCount({
  server,
  url = server.url,
  userName = "user",
  ...options
}: CountOptions): Promise<Terminal> {
  const terminal = await openTerminal({ serviceWorker: true, ...options });
  await logInTerminal(terminal, { as: server.as, url }, userName);
  await openLocation(terminal, url);
  return terminal;
}

/** Opens the location and waits until its items and the articles are loaded. */
export async function openLocation(tab: TerminalPage, url: string): Promise<void> {
  await tab.open(`${url}/#/count/${INVENTORY}/${LOCATION.oid}`);
  await waitForLocation(tab);
  await waitForArticles(tab);
}

/** Waits until the location is shown with its expected items. */
export async function waitForLocation(tab: TerminalPage): Promise<void> {
  await tab.until("/^\\d+\\/50/.test((document.querySelector('.location-figures') || {}).innerText)");
}

/** Tells the page that it is online again, so that it connects at once. */
export async function reconnect(tab: TerminalPage): Promise<void> {
  await tab.evaluate("void window.dispatchEvent(new Event('online'))");
}
