import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { readCard, STORED_DATA, startCount, typeNumber, waitUntilSent } from "./count-page.ts";

describe.each(OLDEST)("the location of a count in %s", (browser) => {
  test("the label of another location switches to it, and the screen says so; a label outside the stocktake is reported as such; a location is found by a part of its name without accents; in the list of stocktakes a label opens its location, if one stocktake alone counts it", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    await terminal.scan("B1-G-03");
    await terminal.see("NOT counted: this is the label of a location outside this stocktake");
    await expect.poll(() => readCard(terminal)).toMatch(/^failed: Failed B1-G-03/);
    await terminal.scan(here.single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    const { body } = await (await server.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect([body.counted, body.unknown]).toEqual([1, 0]);

    await terminal.scan(there.code);
    await terminal.until(`document.querySelector('h1').innerText === ${JSON.stringify(there.name)}`);
    await terminal.see(`Now counting at ${there.name}`);
    await terminal.scan(there.code.toLowerCase());
    await terminal.see(`You are here ${there.name}`);
    await terminal.scan(here.code.toLowerCase());
    await terminal.see(`Now counting at ${here.name}`);
    await terminal.back();
    await terminal.see("Location: name or code");
    await terminal.scan(there.code);
    await terminal.until(`document.querySelector('h1').innerText === ${JSON.stringify(there.name)}`);

    await terminal.tap("Count");
    // The offer to continue shifts the list.
    await terminal.see("Continue at");
    await terminal.tap(new RegExp(`^${stocktake.name}`));
    await terminal.see("Location: name or code");
    await terminal.tap("Location: name or code, or scan its label");
    await terminal.type(here.name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase());
    await terminal.tap(new RegExp(here.name));
    await terminal.until(`document.querySelector('h1').innerText === ${JSON.stringify(here.name)}`);

    await terminal.open(`${server.url}/#/count`);
    await terminal.see("Stocktakes");
    await terminal.scan("NOBODY-2");
    await terminal.see("NOT counted: NOBODY-2. Choose the stocktake and the location first.");
    await terminal.scan(there.code);
    await terminal.until(`location.hash === "#/count/${stocktake.oid}/${there.oid}"`);
  });

  test("a question about a surplus piece does not block the next scan, and is answered later by a quantity", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const { oid, several, single } = stocktake.rooms[0];
    const { code } = several.article;
    const counted = { oid: several.oid, inventoryQuantity: several.quantity };
    await (await server.as("both")).put("/api/inventories/items/update", counted);
    await terminal.open(`${server.url}/#/count`);
    await go("");
    await terminal.see("Location: name or code");
    await go(`/${oid}`);
    await terminal.until("/^1\\//.test((document.querySelector('.location-figures') || {}).innerText)");
    await terminal.scan(code);
    await terminal.see("NOT counted: answer");
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await terminal.see("1 needs your answer");
    await terminal.tap({ css: ".list a[href*='/asked/']" });
    await typeNumber(terminal, 12);
    await terminal.tap("Save 12");
    await terminal.see("Set to 12");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(12);
  });

  test("if several articles share the scanned code, the worker chooses one", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    for (const { article } of [here.single, there.single]) {
      const { status } = await server.manager.put(`/api/articles/${article.oid}`, {
        oid: article.oid,
        rfId: "SHARED",
      });
      expect(status).toBe(200);
    }
    await terminal.reload();
    await terminal.until("document.querySelector('.verdict') !== null");
    await terminal.until(`${STORED_DATA}.then((all) => all.split("SHARED").length === 3)`);
    await terminal.scan("SHARED");
    await terminal.see("Several articles share this code. Choose one.");
    await terminal.tap("Choose the article");
    await terminal.tap(new RegExp(`${here.single.article.name}.* ${here.single.article.code}`));
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(here.single.article.code)).inventoryQuantity).toBe(1);
  });

  test("the choice between articles that is opened without a scan leads to the location", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const location = `${server.url}/#/count/${stocktake.oid}/${stocktake.rooms[0].oid}`;
    await terminal.open(`${location}/choose`);
    await terminal.until(`location.href === ${JSON.stringify(location)}`);
    await terminal.until("document.querySelector('.verdict') !== null");
  });
});
