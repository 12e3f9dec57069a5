import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { expectAccessibleLayout } from "../console/appearance.ts";
import { openConsoleAs } from "../console/log-in.ts";

describe.each(OLDEST)("minimum stock, from the console to the terminal in %s and back", (browser) => {
  test("a Manager sets it, the refill list shows it, a terminal without a connection fetches a box, and the list is empty", async () => {
    const server = await startServer();
    const [shop, store] = [
      (await server.manager.post("/api/locations", { name: "Shop" })).body.oid,
      (await server.manager.post("/api/locations", { name: "Store" })).body.oid,
    ];
    const locations = [
      { locationId: shop, quantity: 3 },
      { locationId: store, quantity: 40 },
    ];
    await server.manager.put("/api/articles/72/locations", { locations });

    const { consolePage, page } = await openConsoleAs("manager", "/articles/72", { server });
    await page.getByRole("button", { name: "Add pack" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Box");
    await dialog.getByLabel("Pieces in it").fill("12");
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Remove Box" }).waitFor();
    await page.getByRole("button", { name: "Add minimum stock" }).click();
    await dialog.getByLabel("Location").fill("Shop");
    await page.getByRole("option", { name: "Shop" }).first().click();
    await dialog.getByLabel("Minimum").fill("10");
    await dialog.getByLabel("Refill up to").fill("15");
    await expect.poll(() => consolePage.axe()).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("at least 10 pieces, refill up to 15 pieces").waitFor();
    await expectAccessibleLayout(consolePage, "minimum-stock", ["light", "dark"]);

    await page.goto(page.url().replace(/#.*/, "#/overview"));
    await page.getByRole("link", { name: "3 articles are below their minimum stock" }).click();
    await page.getByText("Store: 40").waitFor();
    await page.goto(page.url().replace(/#.*/, `#/refill?locationId=${shop}`));
    await page.getByText("1–1 of 1").waitFor();
    await expectAccessibleLayout(consolePage, "refill-list", ["light", "dark"]);

    const terminal = await openTerminalAs(server, { browser, as: "manager", goesOffline: true });
    await terminal.offline(true);
    await terminal.goTo(`/location/${shop}/refill`);
    await terminal.see("12 pieces missing");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`refill-${browser}`);
    await terminal.tap("Fetch from Store (40 pieces)");
    await terminal.see("From: Store 40 pieces");
    await terminal.tap("Box");
    await terminal.see("1 × Box + 0 = 12 pieces");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`refill-move-${browser}`);
    await terminal.tap({ css: ".actions button" });
    await terminal.see("No connection. It is kept here");
    await terminal.offline(false);
    await page.getByText("Nothing matches the filters").waitFor();
    const { body } = await server.manager.get("/api/articles/72/locations");
    expect(body).toMatchObject([
      { locationId: store, quantity: 28 },
      { locationId: shop, quantity: 15 },
    ]);
  });

  test("a location that is empty meanwhile is not replaced by another one", async () => {
    const server = await startServer();
    const [shop, store, cellar] = [
      (await server.manager.post("/api/locations", { name: "Shop" })).body.oid,
      (await server.manager.post("/api/locations", { name: "Store" })).body.oid,
      (await server.manager.post("/api/locations", { name: "Cellar" })).body.oid,
    ];
    const locations = [{ locationId: cellar, quantity: 40 }];
    await server.manager.put("/api/articles/72/locations", { locations });
    const terminal = await openTerminalAs(server, { browser, as: "manager" });
    await terminal.goTo(`/article/72/move?from=${store}&available=6&quantity=6&to=${shop}`);
    await terminal.see("Nothing is left at Store.");
    await terminal.until("document.querySelector('.actions button').disabled");
    await terminal.until("document.querySelector('input[name=from]:checked') === null");
    await terminal.tap("Cellar");
    await terminal.until("!document.querySelector('.actions button').disabled");
    await terminal.seesNot("Nothing is left");
  });
});
