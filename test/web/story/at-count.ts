import { piecesOf } from "../../../src/demo/articles.ts";
import type { ServerProcess } from "../../harness/server-process.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal, person } from "../access/together.ts";
import { hasArticles } from "../count/together.ts";
import { entry } from "./log.ts";

/** The demo's inventory that goes on, its one place, and the articles there that the demo has not counted. */
export const INVENTORY = 3;
export const PLACE = { oid: 6, code: "B1-G-03", name: "Skladová hala č. 3" };
export const OPEN = Array.from({ length: 40 }, (_, index) => 111 + index);

export const codeOf = (number: number) => `A${String(number).padStart(6, "0")}`;
/** A scan of each piece that is expected of it. */
export const scansOf = (number: number) => Array.from({ length: piecesOf(number) }, () => codeOf(number));

/** Those of which several are expected: each scan of them is one more, so that none may come twice. */
export const SEVERAL = OPEN.filter((number) => piecesOf(number) > 1).map(codeOf);
export const SINGLE = OPEN.filter((number) => piecesOf(number) === 1).map(codeOf);

export const UMA = person("user").fullName;
export const BO = person("both").fullName;

/** The lines of the log that scans of these codes leave. */
export function scanned(who: string, codes: readonly string[]): string[] {
  return codes.map((code) => entry(who, code, PLACE.code, 1, piecesOf(Number(code.slice(1))) > 1));
}

interface AtCount extends TerminalOptions {
  readonly server: ServerProcess;
  /** How it reaches the box; without it directly. */
  readonly url?: string;
  readonly userName?: string;
}

/** A terminal at which somebody (Uma) has everything to count the place. */
export async function atCount({
  server,
  url = server.url,
  userName = "user",
  ...options
}: AtCount): Promise<Terminal> {
  const terminal = await openTerminal({ serviceWorker: true, ...options });
  await logInTerminal(terminal, { as: server.as, url }, userName);
  await toPlace(terminal, url);
  return terminal;
}

/** Opens the count of the place, and waits until everything for it is here. */
export async function toPlace(tab: TerminalPage, url: string): Promise<void> {
  await tab.open(`${url}/#/count/${INVENTORY}/${PLACE.oid}`);
  await isReady(tab);
  await hasArticles(tab);
}

/** Waits until the place is on the screen and what is expected there is known. */
export async function isReady(tab: TerminalPage): Promise<void> {
  await tab.until("/^\\d+\\/50/.test((document.querySelector('.place-figures') || {}).innerText)");
}

/** The device learns that it has a network again; without a word it would ask at its next time. */
export async function isBack(tab: TerminalPage): Promise<void> {
  await tab.evaluate("void window.dispatchEvent(new Event('online'))");
}
