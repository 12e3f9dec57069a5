import { startServer, type TestServer } from "../../harness/server.ts";
import type { BrowserName } from "../../harness/terminal/chromium.ts";
import { openTerminal, type Terminal } from "../../harness/terminal.ts";
import { createWarehouse, type Item, type Warehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/together.ts";
import { hasArticles, KEPT, notTwice } from "../count/together.ts";
import { type Ending, endingOf, type Hands, type Mistake, type Play } from "./mistake.ts";

// A worker at a real terminal makes mistakes, each at a location of its own: what the server has afterwards is compared with
// what is really there.

/** Makes all mistakes one after the other; gives how each has ended, by its name. */
export async function makeAll(
  browser: BrowserName,
  mistakes: readonly Mistake[],
): Promise<Record<string, Ending | string>> {
  const server = await startServer();
  const house = await createWarehouse(server);
  for (const [index, mistake] of mistakes.entries()) await lay(house, index, mistake);
  const places = mistakes.flatMap((mistake, index) => locationsOf(mistake).map((name) => `${name} ${index}`));
  const open = await house.stocktake(places);
  const blind = mistakes.some(({ isBlind }) => isBlind)
    ? await house.stocktake(places, { isBlind: true })
    : 0;
  const terminal = await aTerminal(browser, server, "user", open);
  let other: Promise<Terminal> | null = null;
  const endings: [string, () => Promise<Ending>][] = [];
  const failures: Record<string, string> = {};
  for (const [index, mistake] of mistakes.entries()) {
    const inventory = mistake.isBlind ? blind : open;
    const hands = (one: Terminal) => handsAt(one, { server, house, inventory, index });
    const items = async (article: string): Promise<Item[]> => {
      const all: Item[] = (await house.manager.get(`/api/inventories/${inventory}/items`)).body;
      return all.filter((item) => item.article.code === codeOf(index, article));
    };
    const play: Play = {
      ...{ server, house, inventory, items },
      ...hands(terminal),
      code: (article) => codeOf(index, article),
      at: (location) => house.at(`${location} ${index}`),
      labelOf: (location) => `L-${location} ${index}`,
      async colleague() {
        other ??= aTerminal(browser, server, "both", open);
        return hands(await other);
      },
    };
    try {
      await play.go("here");
      await mistake.make(play);
      await play.sent();
    } catch (error) {
      failures[mistake.what] = error instanceof Error ? error.message : String(error);
    }
    const asked = await questionsAt(terminal);
    endings.push([mistake.what, () => endingOf(mistake, play, asked)]);
  }
  for (const inventory of blind === 0 ? [open] : [open, blind])
    await house.move(inventory, "finish", "process");
  const ended = await Promise.all(
    endings.map(async ([what, judge]) => [what, failures[what] ?? (await judge())]),
  );
  return Object.fromEntries(ended);
}

/** How they are to end, by their names. */
export const endingsOf = (mistakes: readonly Mistake[]): Readonly<Record<string, Ending>> =>
  Object.fromEntries(mistakes.map(({ what, ends }) => [what, ends]));

async function lay(house: Warehouse, index: number, mistake: Mistake): Promise<void> {
  const { expected, truth, serials = [] } = mistake;
  for (const name of locationsOf(mistake)) {
    const oid = await house.place(`${name} ${index}`);
    const { status } = await house.manager.put(`/api/locations/${oid}`, {
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
    await house.article(codeOf(index, article), Object.fromEntries(stock), serial);
  }
}

/** In each of them something is expected, so that the terminal shows when it knows the location. */
const locationsOf = ({ expected, truth }: Mistake): readonly string[] => [
  ...new Set([
    "here",
    ...[expected, truth].flatMap((all) => Object.values(all).flatMap((one) => Object.keys(one))),
  ]),
];

const codeOf = (index: number, article: string) => `M${String(index).padStart(2, "0")}-${article}`;

async function aTerminal(
  browser: BrowserName,
  server: TestServer,
  userName: string,
  inventory: number,
): Promise<Terminal> {
  const terminal = await openTerminal({ browser, allowErrors: true });
  await logInTerminal(terminal, server, userName);
  await terminal.see("Ours");
  await terminal.open(`${server.url}/#/count/${inventory}`);
  await hasArticles(terminal);
  return terminal;
}

function handsAt(
  terminal: Terminal,
  {
    server,
    house,
    inventory,
    index,
  }: Pick<Play, "server" | "house" | "inventory"> & { readonly index: number },
): Hands {
  const go = async (location: string) => {
    const name = `${location} ${index}`;
    await terminal.open(`${server.url}/#/count/${inventory}/${house.at(name)}`);
    await terminal.until(`document.querySelector('h1').innerText === ${JSON.stringify(name)}`);
    await terminal.until(
      `${KEPT}.then((all) => JSON.parse(all).inventories.some(({ oid, cursor }) => oid === ${inventory} && cursor !== null))`,
    );
  };
  return {
    terminal,
    go,
    async scan(article, verdict, words = "") {
      await terminal.scan(codeOf(index, article));
      await sees(terminal, codeOf(index, article), verdict, words);
    },
    async openPad(article) {
      await terminal.tap("All here");
      await terminal.tap(new RegExp(`^(counted|not counted) Article ${codeOf(index, article)}`));
      await terminal.until("document.querySelector('.number-pad') !== null");
      await notTwice(terminal);
    },
    async sent() {
      await terminal.until(
        `${KEPT}.then((all) => JSON.parse(all).outbox.every(({ state }) => state !== "waiting"))`,
      );
    },
  };
}

/** Waits until the card shows this article with this verdict, and these words. */
export async function sees(terminal: Terminal, code: string, verdict: string, words = ""): Promise<void> {
  const card = `(document.querySelector('.verdict') || { className: "", innerText: "" })`;
  await terminal.until(
    `${card}.className.includes("is-${verdict}") && [${JSON.stringify(code)}, ${JSON.stringify(words)}].every((text) => ${card}.innerText.replace(/\\s+/g, " ").includes(text))`,
  );
}

/** Codes of the articles about which the terminal still asks; it says so in its top bar. */
async function questionsAt(terminal: Terminal): Promise<readonly string[]> {
  const codes = String(
    await terminal.evaluate(
      `${KEPT}.then((all) => JSON.parse(all).outbox.filter(({ state }) => state === "asked").map(({ operation }) => operation.code).join())`,
    ),
  );
  if (codes === "") return [];
  await terminal.see(/\d+ needs? your answer/);
  return codes.split(",");
}
