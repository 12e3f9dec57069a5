import type { InventoryItem } from "../../../src/web/api/types/endpoints.d.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import { openTerminal, type Terminal } from "../../harness/terminal.ts";
import { createWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/log-in.ts";
import { STORED_DATA, waitForArticles, waitOutDoubleTap } from "../count/count-page.ts";
import { type Attempt, type Ending, findEnding, type Mistake, type Worker } from "./mistake.ts";

// A worker at a real terminal makes mistakes, each at its own location. The server's counts are compared with the pieces that
// are really there.

/** Makes all mistakes one after the other. Returns the outcome of each, or its error, by name. */
export async function makeMistakes(
  browser: BrowserName,
  mistakes: readonly Mistake[],
): Promise<Record<string, Ending | string>> {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  for (const [index, mistake] of mistakes.entries()) await createStock(warehouse, index, mistake);
  const places = mistakes.flatMap((mistake, index) => locationsOf(mistake).map((name) => `${name} ${index}`));
  const openCount = await warehouse.stocktake(places);
  const blind = mistakes.some(({ isBlind }) => isBlind)
    ? await warehouse.stocktake(places, { isBlind: true })
    : 0;
  const terminal = await openTerminalAt(browser, server, "user", openCount);
  let other: Promise<Terminal> | null = null;
  const endings: [string, () => Promise<Ending>][] = [];
  const failures: Record<string, string> = {};
  for (const [index, mistake] of mistakes.entries()) {
    const inventory = mistake.isBlind ? blind : openCount;
    const worker = (one: Terminal) => workerAt(one, { server, warehouse, inventory, index });
    const items = async (article: string): Promise<InventoryItem[]> => {
      const all: InventoryItem[] = (await warehouse.manager.get(`/api/inventories/${inventory}/items`)).body;
      return all.filter((item) => item.article.code === codeOf(index, article));
    };
    const attempt: Attempt = {
      ...{ server, warehouse, inventory, items },
      ...worker(terminal),
      code: (article) => codeOf(index, article),
      at: (location) => warehouse.at(`${location} ${index}`),
      labelOf: (location) => `L-${location} ${index}`,
      async colleague() {
        other ??= openTerminalAt(browser, server, "both", openCount);
        return worker(await other);
      },
    };
    try {
      await attempt.go("here");
      await mistake.make(attempt);
      await attempt.waitUntilSent();
    } catch (error) {
      failures[mistake.what] = error instanceof Error ? error.message : String(error);
    }
    const asked = await readOpenQuestions(terminal);
    endings.push([mistake.what, () => findEnding(mistake, attempt, asked)]);
  }
  for (const inventory of blind === 0 ? [openCount] : [openCount, blind])
    await warehouse.move(inventory, "finish", "process");
  const ended = await Promise.all(
    endings.map(async ([what, judge]) => [what, failures[what] ?? (await judge())]),
  );
  return Object.fromEntries(ended);
}

/** The expected outcomes, by name. */
export const expectedEndings = (mistakes: readonly Mistake[]): Readonly<Record<string, Ending>> =>
  Object.fromEntries(mistakes.map(({ what, ends }) => [what, ends]));

async function createStock(warehouse: Warehouse, index: number, mistake: Mistake): Promise<void> {
  const { expected, truth, serials = [] } = mistake;
  for (const name of locationsOf(mistake)) {
    const oid = await warehouse.addLocation(`${name} ${index}`);
    const { status } = await warehouse.manager.put(`/api/locations/${oid}`, {
      oid,
      name: `${name} ${index}`,
      code: `L-${name} ${index}`,
    });
    if (status !== 200) throw new Error(`no label on ${name}`);
  }
  for (const article of Object.keys({ ...expected, ...truth })) {
    const stock = Object.entries(expected[article] ?? {}).map(([name, pieces]) => [
      `${name} ${index}`,
      pieces,
    ]);
    const serial = serials.includes(article) ? { serialNumber: `S-${codeOf(index, article)}` } : {};
    await warehouse.article(codeOf(index, article), Object.fromEntries(stock), serial);
  }
}

/** Locations of a mistake. An article is expected in each, so that the terminal shows when the location is loaded. */
const locationsOf = ({ expected, truth }: Mistake): readonly string[] => [
  ...new Set([
    "here",
    ...[expected, truth].flatMap((all) => Object.values(all).flatMap((one) => Object.keys(one))),
  ]),
];

const codeOf = (index: number, article: string) => `M${String(index).padStart(2, "0")}-${article}`;

async function openTerminalAt(
  browser: BrowserName,
  server: TestServer,
  userName: string,
  inventory: number,
): Promise<Terminal> {
  const terminal = await openTerminal({ browser, allowErrors: true });
  await logInTerminal(terminal, server, userName);
  await terminal.see("Ours");
  await terminal.open(`${server.url}/#/count/${inventory}`);
  await waitForArticles(terminal);
  return terminal;
}

function workerAt(
  terminal: Terminal,
  {
    server,
    warehouse,
    inventory,
    index,
  }: Pick<Attempt, "server" | "warehouse" | "inventory"> & { readonly index: number },
): Worker {
  const go = async (location: string) => {
    const name = `${location} ${index}`;
    await terminal.open(`${server.url}/#/count/${inventory}/${warehouse.at(name)}`);
    await terminal.until(`document.querySelector('h1').innerText === ${JSON.stringify(name)}`);
    await terminal.until(
      `${STORED_DATA}.then((all) => JSON.parse(all).inventories.some(({ oid, cursor }) => oid === ${inventory} && cursor !== null))`,
    );
  };
  return {
    terminal,
    go,
    async scan(article, verdict, words = "") {
      await terminal.scan(codeOf(index, article));
      await waitForResult(terminal, codeOf(index, article), verdict, words);
    },
    async openPad(article) {
      await terminal.tap("All here");
      await terminal.tap(new RegExp(`^(counted|not counted) Article ${codeOf(index, article)}`));
      await terminal.until("document.querySelector('.number-pad') !== null");
      await waitOutDoubleTap(terminal);
    },
    async waitUntilSent() {
      await terminal.until(
        `${STORED_DATA}.then((all) => JSON.parse(all).outbox.every(({ state }) => state !== "waiting"))`,
      );
    },
  };
}

/** Waits until the card shows this article with this result and text. */
export async function waitForResult(
  terminal: Terminal,
  code: string,
  verdict: string,
  words = "",
): Promise<void> {
  const card = `(document.querySelector('.verdict') || { className: "", innerText: "" })`;
  await terminal.until(
    `${card}.className.includes("is-${verdict}") && [${JSON.stringify(code)}, ${JSON.stringify(words)}].every((text) => ${card}.innerText.replace(/\\s+/g, " ").includes(text))`,
  );
}

/** Reads the codes of the articles with an open question. The top bar must show their number. */
async function readOpenQuestions(terminal: Terminal): Promise<readonly string[]> {
  const codes = String(
    await terminal.evaluate(
      `${STORED_DATA}.then((all) => JSON.parse(all).outbox.filter(({ state }) => state === "asked").map(({ operation }) => operation.code).join())`,
    ),
  );
  if (codes === "") return [];
  await terminal.see(/\d+ needs? your answer/);
  return codes.split(",");
}
