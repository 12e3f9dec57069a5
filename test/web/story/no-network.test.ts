import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
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
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const terminal = await atCount({ browser, server });
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await scanAll(terminal, first);
    await terminal.offline(true);
    await scanAll(terminal, second);
    await terminal.see("no connection");
    await terminal.offline(false);
    await allSent(terminal);
    await server.kill();
    await scanAll(terminal, third);
    await keeps(terminal, 15);
    await terminal.reload();
    await isReady(terminal);
    expect(await waiting(terminal)).toBe(third.length);
    await scanAll(terminal, fourth);
    await keeps(terminal, 20);
    await server.start();
    await isBack(terminal);
    await allSent(terminal);
    expect(await linesOf(manager, INVENTORY)).toEqual(scanned(UMA, codes.slice(0, 20)));
  });

  test("where the page is loaded again over plain HTTP with counts that could not be sent", async () => {
    const server = await startServerProcess();
    const proxy = await startProxy(server.url);
    const terminal = await atCount({ browser, server, url: proxy.url, secure: false });
    proxy.cut();
    await scanAll(terminal, first);
    await keeps(terminal, 5);
    await terminal.see("5 not sent yet, no connection");
    proxy.restore();
    const isAsked = proxy.holdRequest(COUNTS);
    await terminal.reload();
    await isReady(terminal);
    await scanAll(terminal, second);
    await keeps(terminal, 10);
    await isAsked;
    expect(await waiting(terminal)).toBe(10);
    proxy.restore();
    await isBack(terminal);
    await allSent(terminal);
    expect(await linesOf(await server.as("manager"), INVENTORY)).toEqual(scanned(UMA, codes.slice(0, 10)));
  });

  test("where two terminals and two tabs of one count at one place, and find pieces of the same thing", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const hers = await atCount({ browser, server });
    const his = await atCount({ browser, server, userName: "both" });
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
    await toPlace(tab, server.url);
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
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const terminal = await atCount({ browser, server, url: proxy.url });
    const log = scanned(UMA, [...SEVERAL.slice(0, 15)]);
    proxy.cut();
    await scanAll(terminal, SEVERAL.slice(0, 5));
    await keeps(terminal, 5);
    proxy.restore();
    const isReceiving = proxy.holdRequest(COUNTS);
    await isBack(terminal);
    await isReceiving;
    await server.kill();
    await scanAll(terminal, SEVERAL.slice(5, 10));
    await server.start();
    proxy.restore();
    await isBack(terminal);
    await allSent(terminal);
    expect(await linesOf(manager, INVENTORY)).toEqual(log.slice(0, 10));
    proxy.loseResponses();
    await scanAll(terminal, SEVERAL.slice(10, 15));
    await expect.poll(() => linesOf(manager, INVENTORY)).toContain(log[10]);
    expect(await waiting(terminal)).toBeGreaterThan(0);
    await server.kill();
    await server.start();
    proxy.restore();
    await isBack(terminal);
    await allSent(terminal);
    expect(await linesOf(manager, INVENTORY)).toEqual(log);
  });

  test("where the battery is empty before they are sent, and somebody else takes over; each has their own", async () => {
    const server = await startServerProcess();
    const proxy = await startProxy(server.url);
    const profile = await createProfile();
    const before = await atCount({ browser, server, url: proxy.url, profile });
    proxy.cut();
    await scanAll(before, first);
    await seeCard(before, first.at(-1) ?? "");
    await before.kill();
    proxy.restore();
    const isAsked = proxy.holdRequest(COUNTS);
    const terminal = await openTerminal({ browser, profile });
    await toPlace(terminal, proxy.url);
    await isAsked;
    await terminal.tap(UMA);
    await terminal.tap(BO);
    await typePin(terminal, person("both").pin);
    await terminal.until("document.querySelector('.tabs') !== null");
    await scanAll(terminal, second);
    await keeps(terminal, 10);
    expect(await waiting(terminal)).toBe(10);
    // Else the browser asks again by itself, with what it was to send while the other one was logged in.
    proxy.cut();
    await terminal.see("10 not sent yet, no connection");
    proxy.restore();
    await isBack(terminal);
    await allSent(terminal);
    const log = [...scanned(UMA, first), ...scanned(BO, second)];
    expect(await linesOf(await server.as("manager"), INVENTORY)).toEqual(log);
  });

  test("where a photo is long on its way: no count waits for it, and it comes in the end", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const terminal = await atCount({ browser, server, url: proxy.url });
    const isHeld = proxy.holdRequest(/^POST \/api\/photo/);
    await terminal.scan("NOBODY-1");
    await seeCard(terminal, /Unknown .*NOBODY-1/);
    await terminal.choose(".verdict input[type=file]", await aPhoto());
    await seeCard(terminal, "Photo saved");
    await isHeld;
    await scanAll(terminal, first);
    const log = [entry(UMA, "NOBODY-1", PLACE.code, 1), ...scanned(UMA, first)];
    await expect.poll(() => linesOf(manager, INVENTORY)).toEqual(log);
    await terminal.see(/^1 not sent yet/);
    proxy.restore();
    await isBack(terminal);
    await allSent(terminal);
    const [unknown] = await logOf(manager, INVENTORY);
    const photos = await manager.get(`/api/photounknowncode/${unknown?.operationId}`);
    expect(photos.body.length).toBe(1);
  });

  test("where a scan is long on its way, and is taken back meanwhile: it stays taken back", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const terminal = await atCount({ browser, server, url: proxy.url });
    await allSent(terminal);
    const [code = ""] = SINGLE;
    await terminal.evaluate(`(() => {
      const fetched = window.fetch;
      window.fetch = (path, init) => {
        if (/counts$/.test(path)) window.isSending = true;
        return fetched(path, init);
      };
    })()`);
    proxy.stall();
    await terminal.scan(code);
    await seeCard(terminal, "1 of 1");
    await terminal.until("window.isSending === true");
    await terminal.tap("Undo last");
    await seeCard(terminal, "Undone");
    proxy.restore();
    await allSent(terminal);
    expect(await linesOf(manager, INVENTORY)).toEqual([
      ...scanned(UMA, [code]),
      entry(UMA, code, PLACE.code, "nothing"),
    ]);
    const { body: items } = await manager.get(`/api/inventories/${INVENTORY}/items`);
    const item = items.find(({ article }: { article: { code: string } }) => article.code === code);
    expect([item.inventoryQuantity, item.isFound]).toEqual([null, false]);
  });
});
