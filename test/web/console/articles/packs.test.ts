import { expect, test } from "vitest";
import { openArticles } from "./open-articles.ts";

test("packs are added to the stored ones only, not before these are read", async () => {
  const { server, page } = await openArticles();
  const box = { name: "Box", quantity: 12 };
  expect((await server.manager.put("/api/articles/72/full", { packs: [box] })).status).toBe(200);
  await page.route("**/api/articles/72/fields", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/72/fields"));
  await page.goto(`${server.url}/console#/articles/72`);
  await page.getByRole("heading", { name: "Armchair swivel" }).waitFor();
  await failed;
  const addPack = page.getByRole("button", { name: "Add pack" });
  await expect.poll(() => addPack.count()).toBe(0);
  await page.unroute("**/api/articles/72/fields");
  await page.reload();
  await addPack.waitFor();
  await addPack.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Pallet");
  await dialog.getByLabel("Pieces in it").fill("480");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("480 pieces", { exact: true }).waitFor();
  const { body } = await server.manager.get("/api/articles/72/fields");
  expect(body.packs).toEqual([box, { name: "Pallet", quantity: 480 }]);
});

test("a typed number of packs stays while the screen is drawn again", async () => {
  const { server, page } = await openArticles();
  const packs = [{ name: "Box", quantity: 12 }];
  expect((await server.manager.put("/api/articles/72/full", { packs })).status).toBe(200);
  await page.goto(`${server.url}/console#/articles/72`);
  await page.getByText("12 pieces", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByRole("radio", { name: "Box" }).check();
  await page.getByRole("textbox", { name: "Box" }).fill("2");
  expect((await server.manager.put("/api/articles/72", { name: "Chair of another" })).status).toBe(200);
  await page.getByRole("heading", { name: "Chair of another" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Box" }).inputValue()).toBe("2");
});

test("stock is entered and moved in packs and single pieces", async () => {
  const { server, consolePage, page } = await openArticles();
  const stock = async () => {
    const { body } = await server.manager.get("/api/articles/72/locations");
    return body.map(({ quantity }: { quantity: number }) => quantity);
  };
  const [before] = await stock();
  const packs = [{ name: "Box", quantity: 12 }];
  expect((await server.manager.put("/api/articles/72/full", { packs })).status).toBe(200);
  await page.goto(`${server.url}/console#/articles/72`);
  await page.getByText("12 pieces", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit locations" }).click();
  await page.getByRole("radio", { name: "Box" }).check();
  await page.getByRole("textbox", { name: "Box" }).fill("2");
  await page.getByRole("textbox", { name: "Pieces at" }).fill("3");
  await page.keyboard.press("Tab");
  await page.getByText("2 × Box + 3 = 27 pieces").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Save locations" }).click();
  await expect.poll(stock).toEqual([27]);
  expect(before).not.toBe(27);

  await page.getByRole("button", { name: "Move…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Box" }).check();
  await dialog.getByRole("textbox", { name: "Box" }).fill("1");
  await dialog.getByRole("textbox", { name: "Pieces" }).fill("0");
  await page.keyboard.press("Tab");
  await dialog.getByText("1 × Box + 0 = 12 pieces").waitFor();
  await expect.poll(() => consolePage.axe()).toEqual([]);
});
