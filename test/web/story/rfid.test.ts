import { expect, test } from "vitest";
import { expectAccessibleLayout } from "../console/appearance.ts";
import { openConsoleAs } from "../console/log-in.ts";
import { STORED_DATA, waitUntilSent } from "../count/count-page.ts";
import { GTIN, plainTag, sgtin } from "../tags/tag-numbers.ts";
import { groupText, openTags, startTags, waitForCounted } from "../tags/tags-page.ts";

const UNKNOWN = plainTag(3);

test("the console gives an article its tags; without a connection a terminal counts them, attaches another and finds it; the console shows both", async () => {
  const setup = await startTags({ browser: "chromium77" });
  const { server, terminal, stocktake } = setup;
  const [room, other] = stocktake.rooms;
  // Pieces with a serial number each are articles of their own.
  await server.manager.put(`/api/articles/${room.several.article.oid}`, { serialNumber: null });
  const { consolePage, page } = await openConsoleAs("manager", `/articles/${room.several.article.oid}`, {
    server,
  });
  const codes = page.getByRole("region", { name: "Additional codes" });
  await codes.getByRole("button", { name: "Add code" }).click();
  await page.getByRole("dialog").getByLabel("Code", { exact: true }).fill(GTIN);
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await codes.getByRole("button", { name: `Remove ${GTIN}` }).waitFor();

  // By itself it loads changes of articles each minute.
  await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
  await terminal.until(`(${STORED_DATA}).then((all) => all.includes("(01)${GTIN}"))`);
  await terminal.offline(true);
  await openTags(setup);
  for (const tag of [sgtin(1), sgtin(2), sgtin(1), UNKNOWN]) await terminal.scan(tag);
  await waitForCounted(terminal, 2);
  await terminal.tap(new RegExp(UNKNOWN));
  await terminal.see("Which article has this tag?");
  await terminal.tap(new RegExp(room.single.article.name));
  await waitForCounted(terminal, 3);
  await expect.poll(() => groupText(terminal, "here")).toContain(room.single.article.name);
  await terminal.open(`${server.url}/#/article/${room.single.article.oid}`);
  await terminal.tap("Find this one by its tag");
  await terminal.see("Not seen yet");
  await terminal.evaluate(`void tallybox.readTags([{ epc: "${UNKNOWN}", rssi: -40 }])`);
  await terminal.see(/-40 dBm|Seen \d+ seconds? ago/);
  await terminal.screenshot("rfid-found-offline");

  await terminal.offline(false);
  await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
  await waitUntilSent(terminal);
  await page.goto(page.url().replace(/#.*/, `#/articles/${room.single.article.oid}`));
  await codes.getByRole("button", { name: `Remove ${UNKNOWN}` }).waitFor();
  await expectAccessibleLayout(consolePage, "article-tags", ["light", "dark"]);
  await page.goto(page.url().replace(/#.*/, `#/stocktakes/${stocktake.oid}`));
  await page
    .getByRole("row", { name: new RegExp(room.name) })
    .first()
    .waitFor();
  await consolePage.screenshot("rfid-progress");
  expect((await stocktake.readItem(room.several.article.code)).inventoryQuantity).toBe(2);
  expect((await stocktake.readItem(room.single.article.code)).inventoryQuantity).toBe(1);
  expect((await stocktake.readItem(other.single.article.code)).inventoryQuantity).toBeNull();
});
