import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { readCard, STORED_DATA, startCount, typeNumber, waitUntilSent } from "./count-page.ts";

describe.each(OLDEST)("a count in %s", (browser) => {
  test("each scan result has its own colour and icon, and the server has every scan", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    const [colours, pictures] = [new Set(), new Set()];
    const scan = async (code: string, seen: RegExp) => {
      await terminal.scan(code);
      await terminal.until(
        `${seen}.test(document.querySelector('.verdict').innerText.replace(/\\s+/g, " "))`,
      );
      colours.add(
        await terminal.evaluate("getComputedStyle(document.querySelector('.verdict')).backgroundColor"),
      );
      pictures.add(await terminal.evaluate("document.querySelector('.verdict-word svg').innerHTML"));
      return readCard(terminal);
    };
    expect(await scan(here.single.article.code, /1 of 1/)).toMatch(/^counted: Counted/);
    expect(await scan(here.single.article.code, /Uma/)).toMatch(
      /^same: Already counted .*1 of 1 .*Uma Svoboda counted 1/,
    );
    expect(await scan(there.single.article.code, /Belongs to/)).toMatch(
      new RegExp(`^elsewhere: Belongs to ${there.name}`),
    );
    expect(await scan("NOBODY-1", /NOBODY-1/)).toMatch(/^unknown: Unknown .*What is it\?/);
    for (const n of [1, 2, 3])
      await scan(here.several.article.code, new RegExp(`${n} of ${here.several.quantity}`));
    await expect.poll(() => readCard(terminal)).toMatch(/^added: \+1: 3 of /);
    await waitUntilSent(terminal);
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/postpone`);
    await terminal.open(`${server.url}/#/count`);
    await terminal.see(/Spring Paused/);
    await terminal.back();
    await terminal.until("document.querySelector('.verdict') !== null");
    expect(await scan(here.single.article.code, /paused/)).toMatch(/^failed: .*NOT counted/);
    // `counted` and `added` share one colour.
    expect([colours.size, pictures.size]).toEqual([5, 6]);
    const items = await Promise.all(
      [here.single, there.single, here.several].map(({ article }) => stocktake.readItem(article.code)),
    );
    expect(items.map((item) => [item.inventoryQuantity, item.inventoryLocationId])).toEqual([
      [1, here.oid],
      [1, here.oid],
      [3, here.oid],
    ]);
  });
});

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

  test("scans add to the counts of others; a question about a surplus piece does not block the next scan", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    const { code } = here.several.article;
    const both = await server.as("both");
    for (const { several } of [here, there]) {
      const inventoryQuantity = several.quantity - 1;
      await both.put("/api/inventories/items/update", { oid: several.oid, inventoryQuantity });
    }
    await terminal.open(`${server.url}/#/count`);
    await go("");
    await terminal.see("Location: name or code");
    await go(`/${here.oid}`);
    await terminal.until("/^1\\//.test((document.querySelector('.location-figures') || {}).innerText)");
    const all = here.several.quantity;
    await terminal.scan(code);
    await terminal.see(`+1: ${all} of ${all}`);
    await terminal.scan(code);
    await terminal.see("NOT counted: answer");
    await terminal.tap("Add 1");
    await terminal.see("One more counted");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(all + 1);

    await terminal.scan(code);
    await terminal.see("NOT counted: answer");
    await terminal.scan(here.single.article.code);
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
