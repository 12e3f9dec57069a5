import { describe, expect, test } from "vitest";
import { piecesOf } from "../../../src/sample/models.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { createPairingCode, person, typePin } from "../access/log-in.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { waitForArticles, waitForRecent, waitOutDoubleTap, waitUntilSent } from "../count/count-page.ts";
import { articleCode, BO, INVENTORY, LOCATION, scansOfArticle, UMA, UNCOUNTED } from "./demo-count.ts";
import { scanAll, waitForCard, waitForOutbox } from "./fast-scans.ts";
import { logLine, readLog, readOperations } from "./operation-log.ts";

const counted = (who: string) => (code: string) =>
  logLine(who, code, LOCATION.code, 1, piecesOf(Number(code.slice(1))) > 1);

describe.each(OLDEST)("a whole stocktake in %s", (browser) => {
  test("from the pairing to Finish the server has each operation in order, with its user", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const terminal = await openTerminal({ browser, serviceWorker: true });
    const log: string[] = [];
    const lineOfUma = logLine.bind(null, UMA);

    await terminal.open(`${server.url}/`);
    await terminal.tap("Pair this terminal");
    await terminal.see("Terminal name");
    await terminal.scan((await createPairingCode(server)).qrContent);
    await terminal.see("Who's counting?");
    await terminal.tap(UMA);
    await typePin(terminal, person("user").pin);
    await terminal.tap(/^Inventura 3/);
    await terminal.see("Ready to scan");
    await terminal.scan(LOCATION.code);
    await waitForCard(terminal, `You are here ${LOCATION.name}`);
    await terminal.until("/^10\\/50/.test(document.querySelector('.location-figures').innerText)");
    await waitForArticles(terminal);

    const several = UNCOUNTED.filter((number) => piecesOf(number) > 2);
    const single = UNCOUNTED.filter((number) => piecesOf(number) === 1);
    const [byPad = 0, gone = 0, corrected = 0, left = 0] = several;
    const [undone = 0] = single;
    const special = new Set([byPad, gone, corrected, left, undone]);
    const usual = UNCOUNTED.filter((number) => !special.has(number));
    const [byUma, byBo] = [usual.slice(0, -5), usual.slice(-5)];

    const codes = byUma.flatMap(scansOfArticle);
    await scanAll(terminal, codes);
    log.push(...codes.map(counted(UMA)));
    await waitForOutbox(terminal, log.length);

    await terminal.scan("A000001");
    await waitForCard(terminal, /Not expected here .*It is in no list of this stocktake/);
    log.push(lineOfUma("A000001", LOCATION.code, 1));

    await terminal.scan("NOBODY-1");
    await waitForCard(terminal, /Unknown .*NOBODY-1/);
    await terminal.choose(".verdict input[type=file]", await createPhotoFile());
    await waitForCard(terminal, "Photo saved");
    await terminal.scan("NOBODY-2");
    await waitForCard(terminal, /Unknown .*NOBODY-2/);
    await terminal.tap("Discard");
    await waitForCard(terminal, "Discarded");
    // Each scan of an unknown code adds, and *Discard* takes it back.
    log.push(
      lineOfUma("NOBODY-1", LOCATION.code, 1, true),
      lineOfUma("NOBODY-2", LOCATION.code, 1, true),
      lineOfUma("NOBODY-2", LOCATION.code, -1, true),
    );

    await terminal.scan(articleCode(byPad));
    await waitForCard(terminal, `1 of ${piecesOf(byPad)}`);
    await terminal.tap("Quantity");
    await terminal.tap("7");
    await terminal.tap("Save 7");
    await waitForCard(terminal, "Saved: 7");
    log.push(counted(UMA)(articleCode(byPad)), lineOfUma(articleCode(byPad), LOCATION.code, 7));

    await terminal.tap("Still to count");
    await terminal.tap(new RegExp(articleCode(gone)));
    await waitOutDoubleTap(terminal);
    await terminal.tap("0");
    await terminal.tap("Save 0");
    await waitForCard(terminal, "Saved: 0");
    log.push(lineOfUma(articleCode(gone), LOCATION.code, 0));

    await terminal.scan(articleCode(undone));
    await waitForCard(terminal, "1 of 1");
    await terminal.tap("Undo last");
    await waitForCard(terminal, "Undone");
    log.push(
      lineOfUma(articleCode(undone), LOCATION.code, 1),
      lineOfUma(articleCode(undone), LOCATION.code, "nothing"),
    );
    await terminal.scan(articleCode(undone));
    await waitForCard(terminal, "1 of 1");
    log.push(lineOfUma(articleCode(undone), LOCATION.code, 1));

    await terminal.scan(articleCode(corrected));
    await waitForCard(terminal, `1 of ${piecesOf(corrected)}`);
    await terminal.tap("Recent");
    await waitForRecent(terminal, articleCode(corrected), 1);
    await terminal.tap({ css: ".list li:first-child a" });
    await terminal.tap("Correct");
    await terminal.tap("2");
    await terminal.tap("Save 2");
    await waitForCard(terminal, "Corrected to 2");
    log.push(counted(UMA)(articleCode(corrected)), lineOfUma(articleCode(corrected), LOCATION.code, 2));

    await terminal.tap(UMA);
    await terminal.tap(BO);
    await typePin(terminal, person("both").pin);
    await terminal.until("document.querySelector('.tabs') !== null");
    const more = byBo.flatMap(scansOfArticle);
    await scanAll(terminal, more);
    log.push(...more.map(counted(BO)));
    await waitForOutbox(terminal, log.length);

    await terminal.tap({ css: "a.location-figures" });
    await terminal.tap("Finish…");
    await terminal.see(/Still to count, by location Skladová hala č\. 3 B1-G-03 1/);
    await terminal.tap("Finish, 1 not counted");
    await terminal.see(/Inventura 3: \S+ \S+ \S+ \S+ Finished/);
    await waitUntilSent(terminal);

    expect(await readLog(manager, INVENTORY)).toEqual(log);
    const sent = await readOperations(manager, INVENTORY);
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
    const expected = new Map<number, number | null>(UNCOUNTED.map((number) => [number, piecesOf(number)]));
    for (const [number, quantity] of [
      [byPad, 7],
      [gone, 0],
      [corrected, 2],
      [left, null],
    ] as const)
      expected.set(number, quantity);
    for (const [number, quantity] of expected)
      expect.soft(quantities.get(articleCode(number)), articleCode(number)).toBe(quantity);
  });
});
