import { describe, expect, test } from "vitest";
import { piecesOf } from "../../../src/demo/articles.ts";
import { aBoxProcess } from "../../harness/box-process.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
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
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const handheld = await aHandheld({ browser, serviceWorker: true });
    const log: string[] = [];
    const here = entry.bind(null, UMA);

    await handheld.open(`${box.url}/`);
    await handheld.tap("Pair this terminal");
    await handheld.see("Terminal name");
    await handheld.scan((await aCode(box)).qrContent);
    await handheld.see("Who's counting?");
    await handheld.tap(UMA);
    await typePin(handheld, person("user").pin);
    await handheld.tap(/^Inventura 3/);
    await handheld.see("Ready to scan");
    await handheld.scan(PLACE.code);
    await seeCard(handheld, `You are here ${PLACE.name}`);
    await handheld.until("/^10\\/50/.test(document.querySelector('.place-figures').innerText)");
    await hasArticles(handheld);

    const several = OPEN.filter((number) => piecesOf(number) > 2);
    const single = OPEN.filter((number) => piecesOf(number) === 1);
    const [byPad = 0, gone = 0, corrected = 0, left = 0] = several;
    const [undone = 0] = single;
    const special = new Set([byPad, gone, corrected, left, undone]);
    const usual = OPEN.filter((number) => !special.has(number));
    const [hers, his] = [usual.slice(0, -5), usual.slice(-5)];

    const codes = hers.flatMap(scansOf);
    await scanAll(handheld, codes);
    log.push(...codes.map(counted(UMA)));
    await keeps(handheld, log.length);

    await handheld.scan("A000001");
    await seeCard(handheld, /Not expected here .*It is in no list of this stocktake/);
    log.push(here("A000001", PLACE.code, 1));

    await handheld.scan("NOBODY-1");
    await seeCard(handheld, /Unknown .*NOBODY-1/);
    await handheld.choose(".verdict input[type=file]", await aPhoto());
    await seeCard(handheld, "Photo saved");
    await handheld.scan("NOBODY-2");
    await seeCard(handheld, /Unknown .*NOBODY-2/);
    await handheld.tap("Discard");
    await seeCard(handheld, "Discarded");
    log.push(here("NOBODY-1", PLACE.code, 1), here("NOBODY-2", PLACE.code, 1));
    log.push(here("NOBODY-2", PLACE.code, "nothing"));

    await handheld.scan(codeOf(byPad));
    await seeCard(handheld, `1 of ${piecesOf(byPad)}`);
    await handheld.tap("Quantity");
    await handheld.tap("7");
    await handheld.tap("Save 7");
    await seeCard(handheld, "Saved: 7");
    log.push(counted(UMA)(codeOf(byPad)), here(codeOf(byPad), PLACE.code, 7));

    await handheld.tap("Still to count");
    await handheld.tap(new RegExp(codeOf(gone)));
    await notTwice(handheld);
    await handheld.tap("0");
    await handheld.tap("Save 0");
    await seeCard(handheld, "Saved: 0");
    log.push(here(codeOf(gone), PLACE.code, 0));

    await handheld.scan(codeOf(undone));
    await seeCard(handheld, "1 of 1");
    await handheld.tap("Undo last");
    await seeCard(handheld, "Undone");
    log.push(here(codeOf(undone), PLACE.code, 1), here(codeOf(undone), PLACE.code, "nothing"));
    await handheld.scan(codeOf(undone));
    await seeCard(handheld, "1 of 1");
    log.push(here(codeOf(undone), PLACE.code, 1));

    await handheld.scan(codeOf(corrected));
    await seeCard(handheld, `1 of ${piecesOf(corrected)}`);
    await handheld.tap("Recent");
    await handheld.tap({ css: ".list li:first-child a" });
    await handheld.tap("Correct");
    await handheld.tap("2");
    await handheld.tap("Save 2");
    await seeCard(handheld, "Corrected to 2");
    log.push(counted(UMA)(codeOf(corrected)), here(codeOf(corrected), PLACE.code, 2));

    await handheld.tap(UMA);
    await handheld.tap(BO);
    await typePin(handheld, person("both").pin);
    await handheld.until("document.querySelector('.tabs') !== null");
    const more = his.flatMap(scansOf);
    await scanAll(handheld, more);
    log.push(...more.map(counted(BO)));
    await keeps(handheld, log.length);

    await handheld.tap({ css: "a.place-figures" });
    await handheld.tap("Finish…");
    await handheld.see(/Still to count, by location Skladová hala č\. 3 B1-G-03 1/);
    await handheld.tap("Finish, 1 not counted");
    await handheld.see(/Inventura 3: \S+ \S+ \S+ \S+ Finished/);
    await allSent(handheld);

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
