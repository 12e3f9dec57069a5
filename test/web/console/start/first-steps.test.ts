import { expect, test } from "vitest";
import { aDesk } from "../../../harness/desk.ts";
import { aNewBox, asItsAdmin } from "../new-box.ts";

test("the first steps fill themselves as others do them, and go when all are done", async () => {
  const { box, admin } = await aNewBox();
  const desk = await aDesk();
  const { page } = desk;
  await asItsAdmin(desk, box);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("link", { name: "Bring in your articles" }).waitFor();
  expect(await desk.axe()).toEqual([]);
  await desk.screenshot("first-steps");
  const { body: category } = await admin.post("/api/articlecategories", { name: "Tools" });
  const { body: type } = await admin.post("/api/articletypes", { name: "Asset" });
  const article = { code: "A1", name: "Saw", categoryId: category.oid, typeId: type.oid, stateId: 2 };
  expect((await admin.post("/api/articles", article)).status).toBe(201);
  await steps.getByText("Bring in your articles done").waitFor();
  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => steps.count()).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "Open stocktakes" }).waitFor();
  expect(await steps.count()).toBe(0);
});

test("sample data come, are told of in numbers before they go, and leave nothing", async () => {
  const { box, admin } = await aNewBox();
  const desk = await aDesk();
  const { page } = desk;
  await asItsAdmin(desk, box);
  // Each step can be tried with them, and leads to where they are seen.
  const offers = page.getByRole("button", { name: "Try it with sample data" });
  await expect.poll(() => offers.count()).toBe(4);
  await desk.screenshot("first-steps-offered");
  await page.getByRole("button", { name: /^Try it with sample data.*Add a printer$/ }).click();
  await page.getByText("Sample label 50×25 mm").waitFor();
  await desk.open(box.url, "/overview");
  await page.getByText("There are sample data in this box.").waitFor();
  const ways = page.getByRole("link", { name: "Try it with the sample data" });
  await expect.poll(() => ways.count()).toBe(4);
  const hrefs = (await ways.all()).map((one) => one.getAttribute("href"));
  expect(await Promise.all(hrefs)).toEqual(["#/articles", "#/printers/labels", "/", "#/stocktakes"]);
  await desk.screenshot("first-steps-sample");
  await page.locator(".stocktake-card").waitFor();
  const { body: articles } = await admin.get("/api/articles");
  expect(articles).toHaveLength(40);
  await page.getByRole("button", { name: "Remove the sample data" }).click();
  const question = page.getByRole("dialog");
  await question.getByText(/40 articles, 12 places and 1 stocktakes/).waitFor();
  await page.keyboard.press("Escape");
  expect((await admin.get("/api/articles")).body).toHaveLength(40);
  // Something of one's own in the way: it is named, and nothing goes.
  const { body: places } = await admin.get("/api/locations");
  const { body: own } = await admin.post("/api/articles", {
    code: "OWN-1",
    name: "My own saw",
    categoryId: 1,
    typeId: 1,
    stateId: 2,
  });
  await admin.put(`/api/articles/${own.oid}/locations`, {
    locations: [{ locationId: places[0].oid, quantity: 1 }],
  });
  await page.getByRole("button", { name: "Remove the sample data" }).click();
  await question.getByRole("button", { name: "Remove the sample data" }).click();
  await page.getByText(/OWN-1|My own saw/).waitFor();
  await admin.delete(`/api/articles/${own.oid}`);
  await page.getByRole("button", { name: "Remove the sample data" }).click();
  await question.getByRole("button", { name: "Remove the sample data" }).click();
  await page.getByText("The sample data are gone.").waitFor();
  expect((await admin.get("/api/locations")).body).toEqual([]);
});
