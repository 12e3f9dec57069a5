import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { codeAt, layoutOf } from "../../printing/layouts/samples.ts";
import { keepNotices } from "./keep-notices.ts";
import { openConsoleAs } from "./log-in.ts";

// What the console says of a value or an action, at its place and in time.

test("a wrong check digit is told while the code is typed", async () => {
  const { page } = await openConsoleAs("manager", "/articles/1");
  await page.getByRole("button", { name: "Add code" }).click();
  const dialog = page.getByRole("dialog");
  const code = dialog.getByLabel("Code", { exact: true });
  await code.fill("4006381333932");
  await dialog.getByText("The check digit is wrong, it would be 1.").waitFor();
  await code.fill("4006381333931");
  await dialog.getByText("The check digit is wrong").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("EAN / UPC").waitFor();
});

test("an additional code keeps the separators of a keyboard scanner", async () => {
  const { server, page } = await openConsoleAs("manager", "/articles/1");
  await page.getByRole("button", { name: "Add code" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code", { exact: true }).focus();
  await page.keyboard.type("010400638133393110LOT7");
  await page.keyboard.press("F8");
  await page.keyboard.type("21SER9");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await server.manager.get("/api/articles/1/codes")).body).toMatchObject([
    { code: "(01)04006381333931(21)SER9", kind: "serial" },
  ]);
});

test("a removed code comes back by Undo, with its kind and its pieces", async () => {
  const { server, page } = await openConsoleAs("manager", "/articles/1");
  const codes = async () => (await server.manager.get("/api/articles/1/codes")).body;
  const pack = { code: "BOX-1", kind: "oldNumber", packQuantity: 12 };
  expect((await server.manager.post("/api/articles/1/codes", pack)).status).toBe(201);
  await keepNotices(page);
  await page.getByRole("button", { name: "Remove BOX-1" }).click();
  await page.getByText("Code BOX-1 removed").waitFor();
  expect(await codes()).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Remove BOX-1" }).waitFor();
  expect(await codes()).toEqual([expect.objectContaining(pack)]);
});

test("a wrong check digit is told at the article's own code too, and does not keep it from being saved", async () => {
  const { server, page } = await openConsoleAs("manager", "/articles/1");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  const warning = page.getByText("The check digit is wrong, it would be 1.");
  await code.fill("4006381333932");
  await warning.waitFor();
  await code.fill("10000001");
  await warning.waitFor({ state: "detached" });
  await code.fill("4006381333932");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await server.manager.get("/api/articles/1")).body.code)
    .toBe("4006381333932");
});

test("an EAN label says why there is nothing to print on an article without an EAN", async () => {
  const server = await startServer();
  const layout = layoutOf([codeAt({ symbology: "ean13", text: "{{ean}}" })]);
  expect((await server.admin.post("/api/printingformats", { name: "EAN", layout })).status).toBe(201);
  await server.admin.post("/api/articles/1/codes", { code: "4006381333932" });
  const { page } = await openConsoleAs("manager", "/articles/1", { server });
  await page.getByLabel("Label format").selectOption("EAN");
  await page.getByText("the article has no EAN or UPC among its additional codes").waitFor();
});

test("who has a handed-out article stands first on its page, and nothing there says that nobody has it", async () => {
  const server = await startServer();
  const { body } = await server.admin.get("/api/articles");
  const { oid } = body.find((one: { userId: number | null }) => one.userId === null);
  expect((await server.admin.post("/api/custodies", { articleId: oid, userId: 3 })).status).toBe(201);
  const { page } = await openConsoleAs("manager", `/articles/${oid}`, { server });
  const facts = page.locator(".article-facts.is-main");
  await facts.getByText("Uma Svoboda").waitFor();
  await expect.poll(() => facts.locator("dt").first().textContent()).toBe("With");
  await expect.poll(() => facts.getByText("Assigned to").count()).toBe(0);
  await facts.getByText("Handed out").waitFor();
});
