import { expect, test } from "vitest";
import { own, startCutOffSite } from "../../../head-office/master.ts";
import { openArticles, openEditForm } from "./open-articles.ts";

const OWNED = "Owned by the head office";

test("fields that the head office owns are read-only and say so; the others can be saved", async () => {
  const server = await startCutOffSite();
  const { code, name, category } = (await server.manager.get("/api/articles/72")).body;
  await own(server, code, { name, category: category.name });
  const { page, consolePage } = await openArticles("/articles/72", { server });
  await openEditForm(page);
  for (const [label, value] of [
    ["Code", code],
    ["Name", name],
    ["Category", category.name],
  ]) {
    const field = page.getByLabel(label, { exact: true });
    await expect.poll(() => field.inputValue()).toBe(value);
    await expect.poll(() => field.getAttribute("readonly")).not.toBe(null);
  }
  await expect.poll(() => page.getByText(OWNED).count()).toBe(3);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByLabel("Serial number").fill("SN-1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Article saved").waitFor();
});
