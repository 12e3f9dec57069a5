import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";

test("the form of a stocktake stores who counts and the limits of the second count", async () => {
  const { server, page } = await openConsoleAs("manager");
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.evaluate(`void (location.hash = "/stocktakes/new")`);
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await expect.poll(() => field("Name").getAttribute("aria-invalid")).toBe("true");
  await field("Name").fill("Checked hall");
  // An error of an earlier value is not shown under a new one.
  await expect.poll(() => page.locator("main [role=alert]:not(:empty)").count()).toBe(0);
  await field("Who counts").selectOption({ label: "Uma Svoboda" });
  await field("Pieces").fill("two");
  await field("Percent").fill("5");
  await page.getByRole("button", { name: "Create stocktake" }).click();
  // What is no number is not taken for no limit.
  await expect.poll(() => field("Pieces").getAttribute("aria-invalid")).toBe("true");
  await field("Pieces").fill("2");
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.waitForURL(/stocktakes\/\d+$/);
  const oid = /\d+$/.exec(page.url())?.[0];
  const stored = async () => (await server.manager.get(`/api/inventories/${oid}`)).body;
  expect(await stored()).toMatchObject({
    counter: { id: 3 },
    secondCount: { pieces: 2, percent: 5, value: null },
  });
  await expect.poll(() => field("Percent").inputValue()).toBe("5");
  await field("Pieces").fill("");
  await field("Percent").fill("");
  await field("Who counts").selectOption({ label: "Anybody" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  await expect.poll(stored).toMatchObject({ counter: null, secondCount: null, name: "Checked hall" });
});

test("a stocktake of a person's articles is made in the form, and its handover proposes that person", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  const user = { userName: "keeper", firstName: "Karel", lastName: "Černý", roles: ["User"] };
  const { body: keeper } = await server.admin.post("/api/users", user);
  await warehouse.addLocation("Shelf 7");
  await warehouse.article("HELD", { "Shelf 7": 2 }, { userId: keeper.oid });
  await warehouse.article("OTHER", { "Shelf 7": 2 });
  const { page } = await openConsoleAs("manager", "/stocktakes/new", { server });
  await page.getByLabel("Name", { exact: true }).fill("Handover");
  await page.getByLabel("Articles of a person").selectOption({ label: keeper.fullName });
  await page.getByText("1 article is there now.").waitFor();
  await page.getByRole("button", { name: "Create stocktake" }).click();
  await page.getByRole("button", { name: "Prepare" }).click();
  await page.getByText("Prepared: 1 item expected.").waitFor();
  await page.getByText(`Articles of ${keeper.fullName}`).waitFor();
  const card = page.getByRole("region", { name: "Inventory list" });
  await card.getByRole("button", { name: "Add purpose, decisive day and committee" }).click();
  const dialog = page.getByRole("dialog", { name: "Inventory list" });
  await dialog.getByLabel("Purpose").selectOption({ label: "Handover between responsible persons" });
  await expect.poll(() => dialog.getByLabel("Handed over by").inputValue()).toBe(keeper.fullName);
  await dialog.getByLabel("Taken over by").fill("Eva Nová");
  await dialog.getByRole("button", { name: "Save" }).click();
  await card.getByText("Eva Nová").waitFor();
  const { body: stocktakes } = await warehouse.manager.get("/api/inventories");
  const { oid } = stocktakes.find((one: { name: string }) => one.name === "Handover");
  const { body: items } = await warehouse.manager.get(`/api/inventories/${oid}/items`);
  expect(items.map((item: { articleId: number }) => item.articleId)).toEqual([warehouse.id("HELD")]);
  const { handover } = (await warehouse.manager.get(`/api/inventories/${oid}/frame`)).body;
  expect(handover.from).toEqual({ userId: keeper.oid, name: keeper.fullName });
});

test("a plan is saved without a question after its frame was set beside it", async () => {
  const { server, page } = await openConsoleAs("manager");
  const { body } = await server.manager.post("/api/inventories", { name: "First name" });
  await page.evaluate(`void (location.hash = "/stocktakes/${body.oid}")`);
  await page.getByLabel("Name", { exact: true }).fill("Second name");
  await page.getByRole("button", { name: "Add purpose, decisive day and committee" }).click();
  const dialog = page.getByRole("dialog", { name: "Inventory list" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();
  const stored = async () => (await server.manager.get(`/api/inventories/${body.oid}`)).body;
  await expect.poll(stored).toMatchObject({ name: "Second name" });
});

test("a stocktake that is prepared again names the other ones that expect its articles", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 8");
  await warehouse.article("SHARED", { "Shelf 8": 2 });
  const { manager } = warehouse;
  const add = async (name: string): Promise<number> => {
    const locationIds = [warehouse.at("Shelf 8")];
    const { oid } = (await manager.post("/api/inventories", { name, locationIds })).body;
    await warehouse.move(oid, "prepare");
    return oid;
  };
  await add("One");
  const { page } = await openConsoleAs("manager", `/stocktakes/${await add("Two")}`, { server });
  await page.getByRole("button", { name: "Prepare again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Prepare again" }).click();
  await page.getByText("1 item is also part of One.").waitFor();
});

test("users of one name are told apart where one is chosen", async () => {
  const server = await startServer();
  for (const userName of ["novak1", "novak2"]) {
    const user = { userName, firstName: "Petr", lastName: "Novák", roles: ["User"] };
    expect((await server.admin.post("/api/users", user)).status).toBe(201);
  }
  const { page } = await openConsoleAs("manager", "/stocktakes/new", { server });
  const options = page.getByLabel("Who counts").locator("option");
  await expect
    .poll(() => options.allInnerTexts())
    .toEqual(expect.arrayContaining(["Petr Novák (novak1)", "Petr Novák (novak2)"]));
});
