import { describe, expect, test } from "vitest";
import { piecesOf } from "../../../src/demo/articles.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { aCode, person, typePin } from "../access/together.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, hasArticles, notTwice } from "../count/together.ts";
import { BO, codeOf, INVENTORY, OPEN, PLACE, scansOf, UMA } from "./at-count.ts";
import { entry, linesOf, logOf } from "./log.ts";
import { keeps, scanAll, seeCard } from "./scanner.ts";

const counted = (who: string) => (code: string) =>
  entry(who, code, PLACE.code, 1, piecesOf(Number(code.slice(1))) > 1);

describe.each(OLDEST)("a first morning with %s", (browser) => {
  test("from the pairing to the finish: the box has each scan and each word, by whom and in order", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const terminal = await openTerminal({ browser, serviceWorker: true });
    const log: string[] = [];
    const here = entry.bind(null, UMA);

    await terminal.open(`${server.url}/`);
    await terminal.tap("Pair this terminal");
    await terminal.see("Terminal name");
    await terminal.scan((await aCode(server)).qrContent);
    await terminal.see("Who's counting?");
    await terminal.tap(UMA);
    await typePin(terminal, person("user").pin);
    await terminal.tap(/^Inventura 3/);
    await terminal.see("Ready to scan");
    await terminal.scan(PLACE.code);
    await seeCard(terminal, `You are here ${PLACE.name}`);
    await terminal.until("/^10\\/50/.test(document.querySelector('.place-figures').innerText)");
    await hasArticles(terminal);

    const several = OPEN.filter((number) => piecesOf(number) > 2);
    const single = OPEN.filter((number) => piecesOf(number) === 1);
    const [byPad = 0, gone = 0, corrected = 0, left = 0] = several;
    const [undone = 0] = single;
    const special = new Set([byPad, gone, corrected, left, undone]);
    const usual = OPEN.filter((number) => !special.has(number));
    const [hers, his] = [usual.slice(0, -5), usual.slice(-5)];

    const codes = hers.flatMap(scansOf);
    await scanAll(terminal, codes);
    log.push(...codes.map(counted(UMA)));
    await keeps(terminal, log.length);

    await terminal.scan("A000001");
    await seeCard(terminal, /Not expected here .*It is in no list of this stocktake/);
    log.push(here("A000001", PLACE.code, 1));

    await terminal.scan("NOBODY-1");
    await seeCard(terminal, /Unknown .*NOBODY-1/);
    await terminal.choose(".verdict input[type=file]", await aPhoto());
    await seeCard(terminal, "Photo saved");
    await terminal.scan("NOBODY-2");
    await seeCard(terminal, /Unknown .*NOBODY-2/);
    await terminal.tap("Discard");
    await seeCard(terminal, "Discarded");
    log.push(here("NOBODY-1", PLACE.code, 1), here("NOBODY-2", PLACE.code, 1));
    log.push(here("NOBODY-2", PLACE.code, "nothing"));

    await terminal.scan(codeOf(byPad));
    await seeCard(terminal, `1 of ${piecesOf(byPad)}`);
    await terminal.tap("Quantity");
    await terminal.tap("7");
    await terminal.tap("Save 7");
    await seeCard(terminal, "Saved: 7");
    log.push(counted(UMA)(codeOf(byPad)), here(codeOf(byPad), PLACE.code, 7));

    await terminal.tap("Still to count");
    await terminal.tap(new RegExp(codeOf(gone)));
    await notTwice(terminal);
    await terminal.tap("0");
    await terminal.tap("Save 0");
    await seeCard(terminal, "Saved: 0");
    log.push(here(codeOf(gone), PLACE.code, 0));

    await terminal.scan(codeOf(undone));
    await seeCard(terminal, "1 of 1");
    await terminal.tap("Undo last");
    await seeCard(terminal, "Undone");
    log.push(here(codeOf(undone), PLACE.code, 1), here(codeOf(undone), PLACE.code, "nothing"));
    await terminal.scan(codeOf(undone));
    await seeCard(terminal, "1 of 1");
    log.push(here(codeOf(undone), PLACE.code, 1));

    await terminal.scan(codeOf(corrected));
    await seeCard(terminal, `1 of ${piecesOf(corrected)}`);
    await terminal.tap("Recent");
    await terminal.tap({ css: ".list li:first-child a" });
    await terminal.tap("Correct");
    await terminal.tap("2");
    await terminal.tap("Save 2");
    await seeCard(terminal, "Corrected to 2");
    log.push(counted(UMA)(codeOf(corrected)), here(codeOf(corrected), PLACE.code, 2));

    await terminal.tap(UMA);
    await terminal.tap(BO);
    await typePin(terminal, person("both").pin);
    await terminal.until("document.querySelector('.tabs') !== null");
    const more = his.flatMap(scansOf);
    await scanAll(terminal, more);
    log.push(...more.map(counted(BO)));
    await keeps(terminal, log.length);

    await terminal.tap({ css: "a.place-figures" });
    await terminal.tap("Finish…");
    await terminal.see(/Still to count, by location Skladová hala č\. 3 B1-G-03 1/);
    await terminal.tap("Finish, 1 not counted");
    await terminal.see(/Inventura 3: \S+ \S+ \S+ \S+ Finished/);
    await allSent(terminal);

    expect(await linesOf(manager, INVENTORY)).toEqual(log);
    const sent = await logOf(manager, INVENTORY);
    const photographed = sent.find(({ code }) => code === "NOBODY-1");
    const photos = await manager.get(`/api/photounknowncode/${photographed?.operationId}`);
    expect(photos.body.length).toBe(1);
    const { body: items } = await manager.get(`/api/inventories/${INVENTORY}/items`);
    const quantities = new Map(
      items.map((item: { article: { code: string }; inventoryQuantity: number | null }) => [
        item.article.code,
        item.inventoryQuantity,
      ]),
    );
    const expected = new Map<number, number | null>(OPEN.map((number) => [number, piecesOf(number)]));
    for (const [number, quantity] of [
      [byPad, 7],
      [gone, 0],
      [corrected, 2],
      [left, null],
    ] as const)
      expected.set(number, quantity);
    for (const [number, quantity] of expected)
      expect.soft(quantities.get(codeOf(number)), codeOf(number)).toBe(quantity);
  });
});
