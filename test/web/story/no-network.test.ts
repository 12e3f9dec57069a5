import { describe, expect, test } from "vitest";
import { aBoxProcess } from "../../harness/box-process.ts";
import { aHandheld, aProfile, OLDEST } from "../../harness/handheld.ts";
import { aLine } from "../../harness/line.ts";
import { person, typePin } from "../access/together.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent } from "../count/together.ts";
import {
  atCount,
  BO,
  codeOf,
  INVENTORY,
  isBack,
  isReady,
  OPEN,
  PLACE,
  SEVERAL,
  SINGLE,
  scanned,
  toPlace,
  UMA,
} from "./at-count.ts";
import { entry, linesOf, logOf } from "./log.ts";
import { keeps, scanAll, seeCard, waiting } from "./scanner.ts";

const COUNTS = /^POST \/api\/inventories\/\d+\/counts/;
const codes = OPEN.map(codeOf);
const [first, second, third, fourth] = [
  codes.slice(0, 5),
  codes.slice(5, 10),
  codes.slice(10, 15),
  codes.slice(15, 20),
];

describe.each(OLDEST)("nothing is lost and nothing doubled in %s", (browser) => {
  test("where the browser cuts the network, the box is killed, and the page is loaded again without it", async () => {
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const handheld = await atCount({ browser, box });
    await handheld.until("navigator.serviceWorker.ready.then(() => true)");
    await scanAll(handheld, first);
    await handheld.offline(true);
    await scanAll(handheld, second);
    await handheld.see("no connection");
    await handheld.offline(false);
    await allSent(handheld);
    await box.kill();
    await scanAll(handheld, third);
    await keeps(handheld, 15);
    await handheld.reload();
    await isReady(handheld);
    expect(await waiting(handheld)).toBe(third.length);
    await scanAll(handheld, fourth);
    await keeps(handheld, 20);
    await box.start();
    await isBack(handheld);
    await allSent(handheld);
    expect(await linesOf(manager, INVENTORY)).toEqual(scanned(UMA, codes.slice(0, 20)));
  });

  test("where the page is loaded again over plain HTTP with counts that could not be sent", async () => {
    const box = await aBoxProcess();
    const line = await aLine(box.url);
    const handheld = await atCount({ browser, box, url: line.url, secure: false });
    line.cut();
    await scanAll(handheld, first);
    await keeps(handheld, 5);
    await handheld.see("5 not sent yet, no connection");
    line.mend();
    const isAsked = line.holdAt(COUNTS);
    await handheld.reload();
    await isReady(handheld);
    await scanAll(handheld, second);
    await keeps(handheld, 10);
    await isAsked;
    expect(await waiting(handheld)).toBe(10);
    line.mend();
    await isBack(handheld);
    await allSent(handheld);
    expect(await linesOf(await box.as("manager"), INVENTORY)).toEqual(scanned(UMA, codes.slice(0, 10)));
  });

  test("where two terminals and two tabs of one count at one place, and find pieces of the same thing", async () => {
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const hers = await atCount({ browser, box });
    const his = await atCount({ browser, box, userName: "both" });
    const [shared = "", ...others] = SEVERAL;
    const plans = [
      { tab: hers, who: UMA, codes: [shared, ...others.slice(0, 5)] },
      { tab: his, who: BO, codes: [...others.slice(5, 10), shared] },
    ];
    await Promise.all(plans.map(({ tab }) => tab.offline(true)));
    await Promise.all(plans.map(({ tab, codes }) => scanAll(tab, codes)));
    await Promise.all(plans.map(({ tab, codes }) => keeps(tab, codes.length)));
    await Promise.all(plans.map(({ tab }) => tab.offline(false)));
    await Promise.all(plans.map(({ tab }) => allSent(tab)));
    const log = await linesOf(manager, INVENTORY);
    for (const { who, codes } of plans)
      expect(log.filter((line) => line.startsWith(who))).toEqual(scanned(who, codes));
    const { body: items } = await manager.get(`/api/inventories/${INVENTORY}/items`);
    const both = items.find((item: { article: { code: string } }) => item.article.code === shared);
    expect(both.inventoryQuantity).toBe(2);

    const tab = await hers.newTab();
    await toPlace(tab, box.url);
    const [left, right] = [SINGLE.slice(0, 6), others.slice(10, 16)];
    await Promise.all([scanAll(hers, left), scanAll(tab, right)]);
    await keeps(tab, 18);
    await Promise.all([allSent(hers), allSent(tab)]);
    const more = (await linesOf(manager, INVENTORY)).slice(12);
    expect(more.filter((line) => scanned(UMA, left).includes(line))).toEqual(scanned(UMA, left));
    expect(more.filter((line) => scanned(UMA, right).includes(line))).toEqual(scanned(UMA, right));
    expect(more.length).toBe(12);
  });
});

describe.each(OLDEST)("nothing is lost and nothing doubled on the way, in %s", (browser) => {
  test("where the box is killed while it receives, its answers get lost, and it is killed with what it has taken", async () => {
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const line = await aLine(box.url);
    const handheld = await atCount({ browser, box, url: line.url });
    const log = scanned(UMA, [...SEVERAL.slice(0, 15)]);
    line.cut();
    await scanAll(handheld, SEVERAL.slice(0, 5));
    await keeps(handheld, 5);
    line.mend();
    const isReceiving = line.holdAt(COUNTS);
    await isBack(handheld);
    await isReceiving;
    await box.kill();
    await scanAll(handheld, SEVERAL.slice(5, 10));
    await box.start();
    line.mend();
    await isBack(handheld);
    await allSent(handheld);
    expect(await linesOf(manager, INVENTORY)).toEqual(log.slice(0, 10));
    line.loseAnswers();
    await scanAll(handheld, SEVERAL.slice(10, 15));
    await expect.poll(() => linesOf(manager, INVENTORY)).toContain(log[10]);
    expect(await waiting(handheld)).toBeGreaterThan(0);
    await box.kill();
    await box.start();
    line.mend();
    await isBack(handheld);
    await allSent(handheld);
    expect(await linesOf(manager, INVENTORY)).toEqual(log);
  });

  test("where the battery is empty before they are sent, and somebody else takes over; each has their own", async () => {
    const box = await aBoxProcess();
    const line = await aLine(box.url);
    const profile = await aProfile();
    const before = await atCount({ browser, box, url: line.url, profile });
    line.cut();
    await scanAll(before, first);
    await seeCard(before, first.at(-1) ?? "");
    await before.kill();
    line.mend();
    const isAsked = line.holdAt(COUNTS);
    const handheld = await aHandheld({ browser, profile });
    await toPlace(handheld, line.url);
    await isAsked;
    await handheld.tap(UMA);
    await handheld.tap(BO);
    await typePin(handheld, person("both").pin);
    await handheld.until("document.querySelector('.tabs') !== null");
    await scanAll(handheld, second);
    await keeps(handheld, 10);
    expect(await waiting(handheld)).toBe(10);
    // Else the browser asks again by itself, with what it was to send while the other one was logged in.
    line.cut();
    await handheld.see("10 not sent yet, no connection");
    line.mend();
    await isBack(handheld);
    await allSent(handheld);
    const log = [...scanned(UMA, first), ...scanned(BO, second)];
    expect(await linesOf(await box.as("manager"), INVENTORY)).toEqual(log);
  });

  test("where a photo is long on its way: no count waits for it, and it comes in the end", async () => {
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const line = await aLine(box.url);
    const handheld = await atCount({ browser, box, url: line.url });
    const isHeld = line.holdAt(/^POST \/api\/photo/);
    await handheld.scan("NOBODY-1");
    await seeCard(handheld, /Unknown .*NOBODY-1/);
    await handheld.choose(".verdict input[type=file]", await aPhoto());
    await seeCard(handheld, "Photo saved");
    await isHeld;
    await scanAll(handheld, first);
    const log = [entry(UMA, "NOBODY-1", PLACE.code, 1), ...scanned(UMA, first)];
    await expect.poll(() => linesOf(manager, INVENTORY)).toEqual(log);
    await handheld.see(/^1 not sent yet/);
    line.mend();
    await isBack(handheld);
    await allSent(handheld);
    const [unknown] = await logOf(manager, INVENTORY);
    const photos = await manager.get(`/api/photounknowncode/${unknown?.operationId}`);
    expect(photos.body.length).toBe(1);
  });

  test("where a scan is long on its way, and is taken back meanwhile: it stays taken back", async () => {
    const box = await aBoxProcess();
    const manager = await box.as("manager");
    const line = await aLine(box.url);
    const handheld = await atCount({ browser, box, url: line.url });
    await allSent(handheld);
    const [code = ""] = SINGLE;
    await handheld.evaluate(`(() => {
      const fetched = window.fetch;
      window.fetch = (path, init) => {
        if (/counts$/.test(path)) window.isSending = true;
        return fetched(path, init);
      };
    })()`);
    line.stall();
    await handheld.scan(code);
    await seeCard(handheld, "1 of 1");
    await handheld.until("window.isSending === true");
    await handheld.tap("Undo last");
    await seeCard(handheld, "Undone");
    line.mend();
    await allSent(handheld);
    expect(await linesOf(manager, INVENTORY)).toEqual([
      ...scanned(UMA, [code]),
      entry(UMA, code, PLACE.code, "nothing"),
    ]);
    const { body: items } = await manager.get(`/api/inventories/${INVENTORY}/items`);
    const item = items.find(({ article }: { article: { code: string } }) => article.code === code);
    expect([item.inventoryQuantity, item.isFound]).toEqual([null, false]);
  });
});
