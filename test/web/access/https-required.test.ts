import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { SECURELY } from "../../security/remote-client.ts";
import { HAS_ITEMS, waitForArticles } from "../count/count-page.ts";
import { createStocktake } from "../count/stocktake.ts";
import { startClientProxy } from "../worker/client-proxy.ts";
import { logInTerminal } from "./log-in.ts";

test.each(OLDEST)(
  "in %s a terminal at the HTTP address sends its counts once HTTPS is required, and links to the HTTPS address",
  async (browser) => {
    const server = await startServer({ settings: { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" } });
    const stocktake = await createStocktake(server);
    const [first, second] = stocktake.rooms;
    // The server sees the address of another host.
    const proxy = await startClientProxy(server.url, { headers: { "X-Forwarded-For": "192.168.1.20" } });
    // Over plain HTTP a terminal has none, outside of loopback.
    const terminal = await openTerminal({ browser, serviceWorker: false });
    await logInTerminal(terminal, { as: (name) => server.as(name), url: proxy.url }, "user");
    const go = (rest: string) => terminal.open(`${proxy.url}/#/count/${stocktake.oid}${rest}`);
    await go(`/${first.oid}`);
    await terminal.until(HAS_ITEMS);
    await waitForArticles(terminal);

    await terminal.offline(true);
    await terminal.scan(first.single.article.code);
    await terminal.see("1 of 1");
    // The server can't know whether this is the same piece or one more, so the entry waits for the user's answer.
    await go(`/${second.oid}`);
    await terminal.until(`document.querySelector(".verdict.is-counted") === null`);
    // Before, a scan is of no location.
    await terminal.until(HAS_ITEMS);
    await terminal.scan(first.single.article.code);
    await terminal.see("NOT counted: answer");
    const path = "/api/settings/https";
    expect((await server.admin.put(path, { isRequired: true }, SECURELY)).status).toBe(200);
    await terminal.offline(false);

    await terminal.see("This server now accepts HTTPS only.");
    await terminal.see("1 count or photo here is not sent yet. Send or answer everything");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`moved-${browser}`);
    expect(await stocktake.readItem(first.single.article.code)).toMatchObject({ inventoryQuantity: 1 });
    // A reload over plain HTTP, as after switching the terminal on, asks for no PIN.
    // A hand-over is not sent over plain HTTP.
    await terminal.evaluate(`new Promise((resolve) => {
      indexedDB.open("tallybox").onsuccess = ({ target: { result: db } }) => {
        const tx = db.transaction("errands", "readwrite");
        const task = { kind: "custody", operation: { kind: "end", articleId: 10, userId: null }, photo: null };
        tx.objectStore("errands").add({ id: "x", tenantId: 1, userId: 3, title: "Drill", at: "2026-01-01T00:00:00.000Z", state: "waiting", task, problem: null, result: null });
        tx.oncomplete = () => { db.close(); resolve(null); };
      };
    })`);
    await terminal.reload();
    await terminal.see("1 hand-over or return was not sent.");
    await terminal.tap("Show unsent entries");
    await terminal.tap("Skip");
    await terminal.tap("Back");
    await terminal.see("All counts are sent.");
    await terminal.see("Save to a file without a connection");
    const address = await terminal.evaluate("document.querySelector('main .stack a.button_button').href");
    expect(address).toBe(`${(await server.admin.get(path, SECURELY)).body.address}/`);
    // No device needs the page any more.
    await expect.poll(async () => (await server.admin.get(path, SECURELY)).body.devices).toEqual([]);
    expect((await fetch(proxy.url, { redirect: "manual" })).status).toBe(307);
  },
);
