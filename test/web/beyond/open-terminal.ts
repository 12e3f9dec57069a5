import type { TestServer } from "../../harness/server.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../harness/terminal.ts";
import { logInTerminal as logIn } from "../access/together.ts";

interface Workplace extends Omit<TerminalOptions, "language"> {
  readonly as?: "user" | "manager";
  readonly language?: "en" | "cs";
  /** All that forms choose from is kept as well, as it is some seconds after the start: the box will be away. */
  readonly willBeAlone?: boolean;
}

/** A paired terminal at which somebody has logged in, with the articles and places kept there. */
export async function openTerminalAs(
  server: Pick<TestServer, "as" | "url">,
  options: Workplace,
): Promise<Terminal> {
  const { as = "user", language = "en", willBeAlone = false, ...given } = options;
  const terminal = await openTerminal({ ...given, language: "en" });
  await logIn(terminal, server, as, { language });
  await terminal.until(`${kept("articles")}.then((found) => found !== undefined && found.areHere)`);
  await terminal.until(`${kept("locations")}.then((found) => found !== undefined)`);
  // What is asked for last of what is chosen from.
  if (willBeAlone)
    await terminal.until(`${kept("answer 1 all /api/printingformats")}.then((found) => found !== undefined)`);
  return terminal;
}

/** Goes to a screen of the terminal, and waits until it is there. */
export async function show(terminal: Terminal, path: string): Promise<void> {
  await terminal.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
  await terminal.until(`location.hash === ${JSON.stringify(`#${path}`)}`);
  await terminal.until("document.querySelector('main h1') !== null");
}

const OPEN = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
})`;

/** An expression that gives what is kept under this name. */
const kept = (name: string) => `${OPEN}.then((db) => new Promise((resolve, reject) => {
  const asked = db.transaction("values").objectStore("values").get("${name}");
  asked.onsuccess = () => { db.close(); resolve(asked.result); };
  asked.onerror = () => reject(asked.error);
}))`;
