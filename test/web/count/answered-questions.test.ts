import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { storedValue } from "../stored-records.ts";
import { HAS_ITEMS, searchArticle, startCount, typeNumber, waitOutDoubleTap } from "./count-page.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Expression: the answers that are offered on the card, the sheet or the list. */
const ANSWERS = `[...document.querySelectorAll(".verdict-answers > *, .actions button, .action-grid > *")].map((one) => one.innerText.trim())`;

describe.each(OLDEST)("a question in %s", (browser) => {
  test("a quantity typed on another screen answers the question on the card and in the list of another tab", async () => {
    const { terminal, server, inventory, go } = await openWarehouseCount({ browser });
    const list = await terminal.newTab();
    await list.open(`${server.url}/#/unsent`);
    await terminal.scan("MOVED-5");
    await terminal.see("NOT counted: answer");
    await list.see("All 5 moved here");
    const path = String(await terminal.evaluate("location.hash"));
    await terminal.tap("All here");
    await terminal.tap(/^(counted|not counted) Storage crate/);
    await terminal.until("document.querySelector('.number-pad') !== null");
    await waitOutDoubleTap(terminal);
    await typeNumber(terminal, 7);
    await terminal.tap("Save 7");
    await terminal.see(/Moved to A-01, or more there\?/);
    await list.see("7 more here");
    await waitOutDoubleTap(terminal);
    await terminal.tap("7 more here");
    await list.seesNot("more here");
    await list.seesNot("needs your answer");
    await expect
      .poll(() => terminal.evaluate(`location.hash.startsWith(${JSON.stringify(path.slice(0, 8))})`))
      .toBe(true);
    await go("");
    await terminal.see(/^All sent/);
    await terminal.seesNot("NOT counted: answer");
    const items = (await (await server.as("manager")).get(`/api/inventories/${inventory}/items`)).body;
    const crates = items.filter((one: { article: { code: string } }) => one.article.code === "MOVED-5");
    expect(
      crates.map(({ inventoryQuantity }: { inventoryQuantity: number }) => inventoryQuantity).sort(),
    ).toEqual([5, 7]);
  });

  test("an answer in the list answers the question on the card too, which then adds nothing more", async () => {
    const { terminal, server } = await openWarehouseCount({ browser });
    const list = await terminal.newTab();
    await list.open(`${server.url}/#/unsent`);
    await terminal.scan("MOVED-5");
    await terminal.see("NOT counted: answer");
    await list.tap("Skip");
    await terminal.until("document.querySelector('.verdict').className.indexOf('is-asked') < 0");
    await expect.poll(() => terminal.textOf(".verdict")).toMatch(/^Already answered 5/);
    await expect.poll(() => terminal.evaluate(ANSWERS)).not.toContain("One more here");
    await terminal.screenshot("question-settled");
  });

  test("a question about a proposed article without a code offers no answer “more here”; the other answers count it", async () => {
    const { terminal, server, warehouse } = await openWarehouseCount({ browser });
    const proposal = { name: "Proposed lamp", articleCategoryID: 1, articleTypeID: 1 };
    const { status } = await server.user.post("/api/articles/pwa-request", proposal);
    expect(status).toBe(201);
    const found = await server.user.get("/api/articles/findByName?name=Proposed lamp&filterOp=Equals");
    for (const name of ["C-01", "C-02"]) await warehouse.addLocation(name);
    const locations = [{ locationId: warehouse.at("C-01"), quantity: 1 }];
    const path = `/api/articles/${found.body[0].oid}/locations`;
    expect((await warehouse.manager.put(path, { locations })).status).toBe(200);
    const inventory = await warehouse.stocktake(["C-01", "C-02"]);
    await terminal.reload();
    await terminal.open(`${server.url}/#/count/${inventory}/${warehouse.at("C-01")}`);
    await terminal.until(HAS_ITEMS);
    const countAt = async (location: string, quantity: number) => {
      await terminal.open(`${server.url}/#/count/${inventory}/${warehouse.at(location)}/pick`);
      await searchArticle(terminal, "Proposed lamp");
      await terminal.tap(/Proposed lamp/);
      await terminal.until("document.querySelector('.number-pad') !== null");
      await waitOutDoubleTap(terminal);
      await typeNumber(terminal, quantity);
      await terminal.tap(`Save ${quantity}`);
    };
    await countAt("C-01", 1);
    await terminal.see("Saved: 1");
    await terminal.see(/^All sent/);
    await countAt("C-02", 1);
    await terminal.see(/Moved to C-02, or more there\?/);
    await expect.poll(() => terminal.evaluate(ANSWERS)).toEqual(["Skip", "Moved here"]);
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.see(/moved here/i);
    await expect.poll(() => terminal.evaluate(ANSWERS)).not.toContain("One more here");
    await terminal.tap("Skip");
    await terminal.seesNot("NOT counted yet.");
    await countAt("C-01", 3);
    await terminal.see("Saved: 3");
    await terminal.see(/^All sent/);
    const items = (await (await server.as("manager")).get(`/api/inventories/${inventory}/items`)).body;
    const lamps = items.filter((one: { article: { name: string } }) => one.article.name === "Proposed lamp");
    expect(lamps.map(({ inventoryQuantity }: { inventoryQuantity: number }) => inventoryQuantity)).toEqual([
      3,
    ]);
  });

  test("a quantity that was typed before the question was answered elsewhere is not said to be set, and is offered on", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const [{ oid: placeId, several }] = stocktake.rooms;
    const { oid, quantity, article } = several;
    const both = await server.as("both");
    await both.put("/api/inventories/items/update", { oid, inventoryQuantity: quantity });
    await terminal.tap("All here");
    await terminal.see(`${quantity} / ${quantity}`);
    await terminal.scan(article.code);
    await terminal.see(`Bo Cerny counted ${quantity}`);
    await terminal.tap("Set quantity");
    await typeNumber(terminal, 7);
    await terminal.until(
      `${storedValue("drafts 3")}.then((all = []) => all.some(({ text }) => text === "7"))`,
    );
    await terminal.reload();
    await terminal.see("Not saved: you typed 7 here.");
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.tap("Skip");
    await terminal.seesNot("NOT counted yet.");
    await go(`/${placeId}`);
    await terminal.see(/Not saved: you typed 7/);
    await terminal.tap("Enter again");
    await terminal.see("This question is answered.");
    await terminal.back();
    await terminal.see(/Not saved: you typed 7/);
    await terminal.seesNot("Set to 7");
  });
});
