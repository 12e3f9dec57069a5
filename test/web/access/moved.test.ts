import { expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { SECURELY } from "../../security/elsewhere.ts";
import { aStocktake, HAS_ITEMS, hasArticles } from "../count/together.ts";
import { aFront } from "../worker/front.ts";
import { atWork } from "./together.ts";

test.each(OLDEST)(
  "in %s a terminal of the HTTP address sends what it holds when HTTPS is required, and leads on",
  async (browser) => {
    const box = await aBox({ settings: { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" } });
    const stocktake = await aStocktake(box);
    const [here, there] = stocktake.rooms;
    // To the server it is another host.
    const front = await aFront(box.url, { headers: { "X-Forwarded-For": "192.168.1.20" } });
    const handheld = await aHandheld({ browser });
    await atWork(handheld, { as: (name) => box.as(name), url: front.url }, "user");
    const go = (rest: string) => handheld.open(`${front.url}/#/count/${stocktake.oid}${rest}`);
    await go(`/${here.oid}`);
    await handheld.until(HAS_ITEMS);
    await hasArticles(handheld);

    await handheld.offline(true);
    await handheld.scan(here.single.article.code);
    await handheld.see("1 of 1");
    // Whether it is the same piece or one more the server can't know: this waits for the worker.
    await go(`/${there.oid}`);
    await handheld.scan(here.single.article.code);
    await handheld.see("NOT counted: answer");
    const admin = await box.as("admin");
    const path = "/api/settings/https";
    expect((await admin.put(path, { isRequired: true }, SECURELY)).status).toBe(200);
    await handheld.offline(false);

    await handheld.see("This server now accepts HTTPS only.");
    await handheld.see("1 count or photo here is not sent yet. Send or answer everything");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`moved-${browser}`);
    expect(await stocktake.told(here.single.article.code)).toMatchObject({ inventoryQuantity: 1 });
    // It comes anew over plain HTTP, as a terminal that is switched on: it asks for no PIN.
    await handheld.reload();
    await handheld.tap("Show unsent entries");
    await handheld.tap("Skip");
    await handheld.see("Nothing to send.");
    await handheld.tap("Back");
    await handheld.see("All counts are sent.");
    const address = await handheld.evaluate("document.querySelector('main .stack a.button').href");
    expect(address).toBe(`${(await admin.get(path, SECURELY)).body.address}/`);
    // Nobody needs the page any more.
    await expect.poll(async () => (await admin.get(path, SECURELY)).body.devices).toEqual([]);
    expect((await fetch(front.url, { redirect: "manual" })).status).toBe(307);
  },
);
