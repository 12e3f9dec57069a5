import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { cellsIn } from "../../tables/reading.ts";
import { expectAccessibleLayout } from "./appearance.ts";
import { openConsoleAs } from "./log-in.ts";

test("minimum stock is added at a location, and the refill list is saved as a file", async () => {
  const server = await startServer();
  const shop = (await server.manager.post("/api/locations", { name: "Shop" })).body.oid;
  const { consolePage: client, page } = await openConsoleAs("manager", `/locations/${shop}`, { server });
  await page.getByRole("button", { name: "Add minimum stock" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Minimum").fill("4");
  // Not without an article.
  await expect.poll(() => dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Article").fill("Armchair swivel");
  await dialog.getByRole("option").first().click();
  await expectAccessibleLayout(client, "minimum-at-location", ["light", "dark"]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("at least 4 pieces").waitFor();
  const [rule] = (await server.manager.get(`/api/refill-rules?locationId=${shop}`)).body;
  expect(rule).toMatchObject({ article: { name: "Armchair swivel" }, minimum: 4, target: null });
  await page.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Refill up to").fill("9");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("at least 4 pieces, refill up to 9 pieces").waitFor();

  await page.goto(page.url().replace(/#.*/, `#/refill?locationId=${shop}`));
  await page.getByText("1–1 of 1").waitFor();
  // The link names what it opens.
  const links = page.locator("main tbody a");
  await expect.poll(() => links.allInnerTexts()).toEqual(["Armchair swivel"]);
  await expect.poll(() => links.first().getAttribute("href")).toBe(`#/articles/${rule.articleId}`);
  for (const name of ["Export to Excel", "Export as CSV"]) {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const rows = await cellsIn(await readFile(await (await coming).path()));
    expect(rows.map((row) => row.slice(0, 7).map(String)).slice(1)).toEqual([
      ["Shop", rule.article.code, "Armchair swivel", "0", "4", "9", "9"],
    ]);
  }
  await page.goto(page.url().replace(/#.*/, "#/refill"));
  await page.getByText(/of 3$/).waitFor();
  await expectAccessibleLayout(client, "refill-list-all", ["light", "dark"]);
});
