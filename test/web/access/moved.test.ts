import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { SECURELY } from "../../security/elsewhere.ts";
import { aStocktake, HAS_ITEMS, hasArticles } from "../count/together.ts";
import { aFront } from "../worker/front.ts";
import { logInTerminal } from "./together.ts";

test.each(OLDEST)(
  "in %s a terminal of the HTTP address sends what it holds when HTTPS is required, and leads on",
  async (browser) => {
    const server = await startServer({ settings: { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" } });
    const stocktake = await aStocktake(server);
    const [here, there] = stocktake.rooms;
    // To the server it is another host.
    const front = await aFront(server.url, { headers: { "X-Forwarded-For": "192.168.1.20" } });
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, { as: (name) => server.as(name), url: front.url }, "user");
    const go = (rest: string) => terminal.open(`${front.url}/#/count/${stocktake.oid}${rest}`);
    await go(`/${here.oid}`);
    await terminal.until(HAS_ITEMS);
    await hasArticles(terminal);

    await terminal.offline(true);
    await terminal.scan(here.single.article.code);
    await terminal.see("1 of 1");
    // Whether it is the same piece or one more the server can't know: this waits for the worker.
    await go(`/${there.oid}`);
    await terminal.until(`document.querySelector(".verdict.is-counted") === null`);
    await terminal.scan(here.single.article.code);
    await terminal.see("NOT counted: answer");
    const admin = await server.as("admin");
    const path = "/api/settings/https";
    expect((await admin.put(path, { isRequired: true }, SECURELY)).status).toBe(200);
    await terminal.offline(false);

    await terminal.see("This server now accepts HTTPS only.");
    await terminal.see("1 count or photo here is not sent yet. Send or answer everything");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`moved-${browser}`);
    expect(await stocktake.told(here.single.article.code)).toMatchObject({ inventoryQuantity: 1 });
    // It comes anew over plain HTTP, as a terminal that is switched on: it asks for no PIN.
    await terminal.reload();
    await terminal.tap("Show unsent entries");
    await terminal.tap("Skip");
    await terminal.see("Nothing to send.");
    await terminal.tap("Back");
    await terminal.see("All counts are sent.");
    const address = await terminal.evaluate("document.querySelector('main .stack a.button').href");
    expect(address).toBe(`${(await admin.get(path, SECURELY)).body.address}/`);
    // Nobody needs the page any more.
    await expect.poll(async () => (await admin.get(path, SECURELY)).body.devices).toEqual([]);
    expect((await fetch(front.url, { redirect: "manual" })).status).toBe(307);
  },
);
