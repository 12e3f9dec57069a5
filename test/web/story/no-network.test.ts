import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { person, typePin } from "../access/log-in.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { waitUntilSent } from "../count/count-page.ts";
import {
  articleCode,
  BO,
  expectedLog,
  INVENTORY,
  LOCATION,
  openCount,
  openLocation,
  reconnect,
  SEVERAL,
  SINGLE,
  UMA,
  UNCOUNTED,
  waitForLocation,
} from "./demo-count.ts";
import { countWaiting, scanAll, waitForCard, waitForOutbox } from "./fast-scans.ts";
import { logLine, readLog, readOperations } from "./operation-log.ts";

const COUNTS = /^POST \/api\/inventories\/\d+\/counts/;
const codes = UNCOUNTED.map(articleCode);
const [first, second, third, fourth] = [
  codes.slice(0, 5),
  codes.slice(5, 10),
  codes.slice(10, 15),
  codes.slice(15, 20),
];

describe.each(OLDEST)("offline counts arrive once in %s", (browser) => {
  test("if the browser is offline, the server is killed, and the page is reloaded offline", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const terminal = await openCount({ browser, server });
    await terminal.until("navigator.serviceWorker.ready.then(() => true)");
    await scanAll(terminal, first);
    await terminal.offline(true);
    await scanAll(terminal, second);
    await terminal.see("no connection");
    await waitForOutbox(terminal, 10);
    await terminal.offline(false);
    await waitUntilSent(terminal);
    await server.kill();
    await scanAll(terminal, third);
    await waitForOutbox(terminal, 15);
    await terminal.reload();
    await waitForLocation(terminal);
    await expect.poll(() => countWaiting(terminal)).toBe(third.length);
    await scanAll(terminal, fourth);
    await waitForOutbox(terminal, 20);
    await server.start();
    await reconnect(terminal);
    await waitUntilSent(terminal);
    expect(await readLog(manager, INVENTORY)).toEqual(expectedLog(UMA, codes.slice(0, 20)));
  });

  test("if the page is reloaded over plain HTTP with unsent counts", async () => {
    const server = await startServerProcess();
    const proxy = await startProxy(server.url);
    const terminal = await openCount({ browser, server, url: proxy.url, secure: false });
    proxy.cut();
    await scanAll(terminal, first);
    await waitForOutbox(terminal, 5);
    await terminal.see("5 not sent yet, no connection");
    proxy.restore();
    const isAsked = proxy.holdRequest(COUNTS);
    await terminal.reload();
    await waitForLocation(terminal);
    await scanAll(terminal, second);
    await waitForOutbox(terminal, 10);
    await isAsked;
    await expect.poll(() => countWaiting(terminal)).toBe(10);
    proxy.restore();
    await reconnect(terminal);
    await waitUntilSent(terminal);
    expect(await readLog(await server.as("manager"), INVENTORY)).toEqual(
      expectedLog(UMA, codes.slice(0, 10)),
    );
  });
});

describe.each(OLDEST)("each count arrives once in %s", (browser) => {
  test("if the server is killed while it receives counts, or after it has stored counts whose responses were lost", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const terminal = await openCount({ browser, server, url: proxy.url });
    const log = expectedLog(UMA, [...SEVERAL.slice(0, 15)]);
    proxy.cut();
    await scanAll(terminal, SEVERAL.slice(0, 5));
    await waitForOutbox(terminal, 5);
    proxy.restore();
    const isReceiving = proxy.holdRequest(COUNTS);
    await reconnect(terminal);
    await isReceiving;
    await server.kill();
    await scanAll(terminal, SEVERAL.slice(5, 10));
    await waitForOutbox(terminal, 10);
    await server.start();
    proxy.restore();
    await reconnect(terminal);
    await waitUntilSent(terminal);
    expect(await readLog(manager, INVENTORY)).toEqual(log.slice(0, 10));
    proxy.loseResponses();
    await scanAll(terminal, SEVERAL.slice(10, 15));
    await waitForOutbox(terminal, 15);
    await expect.poll(() => readLog(manager, INVENTORY)).toContain(log[10]);
    await expect.poll(() => countWaiting(terminal)).toBeGreaterThan(0);
    await server.kill();
    await server.start();
    proxy.restore();
    await reconnect(terminal);
    await waitUntilSent(terminal);
    expect(await readLog(manager, INVENTORY)).toEqual(log);
  });

  test("if the battery is empty before they are sent and another user logs in; each count keeps its user", async () => {
    const server = await startServerProcess();
    const proxy = await startProxy(server.url);
    const profile = await createProfile();
    const before = await openCount({ browser, server, url: proxy.url, profile });
    proxy.cut();
    await scanAll(before, first);
    await waitForCard(before, first.at(-1) ?? "");
    await before.kill();
    proxy.restore();
    const isAsked = proxy.holdRequest(COUNTS);
    const terminal = await openTerminal({ browser, profile });
    await openLocation(terminal, proxy.url);
    await isAsked;
    await terminal.tap(UMA);
    await terminal.tap(BO);
    await typePin(terminal, person("both").pin);
    await terminal.until("document.querySelector('.tabs') !== null");
    await scanAll(terminal, second);
    await waitForOutbox(terminal, 10);
    await expect.poll(() => countWaiting(terminal)).toBe(10);
    // Else the browser asks again by itself, with what it was to send while the other one was logged in.
    proxy.cut();
    await terminal.see("10 not sent yet, no connection");
    proxy.restore();
    await reconnect(terminal);
    await waitUntilSent(terminal);
    const log = [...expectedLog(UMA, first), ...expectedLog(BO, second)];
    expect(await readLog(await server.as("manager"), INVENTORY)).toEqual(log);
  });

  test("if the upload of a photo takes long: no count waits for it, and the photo arrives", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const terminal = await openCount({ browser, server, url: proxy.url });
    const isHeld = proxy.holdRequest(/^POST \/api\/photo/);
    await terminal.scan("NOBODY-1");
    await waitForCard(terminal, /Unknown .*NOBODY-1/);
    await terminal.choose(".verdict input[type=file]", await createPhotoFile());
    await waitForCard(terminal, "Photo saved");
    await isHeld;
    await scanAll(terminal, first);
    const log = [logLine(UMA, "NOBODY-1", LOCATION.code, 1, true), ...expectedLog(UMA, first)];
    await expect.poll(() => readLog(manager, INVENTORY)).toEqual(log);
    await terminal.see(/^1 not sent yet/);
    proxy.restore();
    await reconnect(terminal);
    await waitUntilSent(terminal);
    const [unknown] = await readOperations(manager, INVENTORY);
    const photos = await manager.get(`/api/photounknowncode/${unknown?.operationId}`);
    expect(photos.body.length).toBe(1);
  });

  test("if a scan is undone while it is being sent: it stays undone", async () => {
    const server = await startServerProcess();
    const manager = await server.as("manager");
    const proxy = await startProxy(server.url);
    const terminal = await openCount({ browser, server, url: proxy.url });
    await waitUntilSent(terminal);
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
    await waitForCard(terminal, "1 of 1");
    await terminal.until("window.isSending === true");
    await terminal.tap("Undo last");
    await waitForCard(terminal, "Undone");
    proxy.restore();
    await waitUntilSent(terminal);
    expect(await readLog(manager, INVENTORY)).toEqual([
      ...expectedLog(UMA, [code]),
      logLine(UMA, code, LOCATION.code, "nothing"),
    ]);
    const { body: items } = await manager.get(`/api/inventories/${INVENTORY}/items`);
    const item = items.find(({ article }: { article: { code: string } }) => article.code === code);
    expect([item.inventoryQuantity, item.isFound]).toEqual([null, false]);
  });
});
