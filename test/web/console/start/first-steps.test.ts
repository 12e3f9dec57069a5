import { expect, test } from "vitest";
import { typeIdOf } from "../../../../src/printing/languages/printer-types.ts";
import { openConsole } from "../../../harness/console.ts";
import { pair } from "../../../stocktake/floor.ts";
import { asItsAdmin, startNewServer } from "../new-server.ts";

test("the first steps fill themselves as others do them, and go when all are done", async () => {
  const { server, admin } = await startNewServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await asItsAdmin(consolePage, server);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("link", { name: "Import your articles" }).waitFor();
  expect(await consolePage.axe()).toEqual([]);
  await consolePage.screenshot("first-steps");
  const { body: category } = await admin.post("/api/articlecategories", { name: "Ladders" });
  const { body: type } = await admin.post("/api/articletypes", { name: "Asset" });
  const article = { code: "A1", name: "Saw", categoryId: category.oid, typeId: type.oid, stateId: 2 };
  expect((await admin.post("/api/articles", article)).status).toBe(201);
  await steps.getByText("Import your articles done").waitFor();
  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => steps.count()).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "Open stocktakes" }).waitFor();
  expect(await steps.count()).toBe(0);
});

test("once all is done the first steps do not appear even for a moment", async () => {
  const { server, admin: first } = await startNewServer();
  const { oid } = (await first.get("/api/users")).body[0];
  expect((await first.put("/api/me/secrets", { oldPassword: "quiet-harbour-1", pin: "471182" })).status).toBe(
    200,
  );
  const admin = await server.as("rehor");
  await pair(server, admin, "Terminal 1", oid);
  const printer = { name: "Dock", ipAddress: "127.0.0.1", port: 9100, printerTypeId: typeIdOf("zpl") };
  expect((await admin.post("/api/printingprinters", printer)).status).toBe(201);
  const consolePage = await openConsole();
  const { page } = consolePage;
  await asItsAdmin(consolePage, server);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByText("Add a printer done").waitFor();
  const open = (name: string) =>
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name }).click();
  await open("Lists");
  await expect.poll(() => steps.count()).toBe(0);
  expect((await admin.post("/api/sample")).status).toBeLessThan(300);
  await page.evaluate(NOTE_FIRST_STEPS);
  await open("Overview");
  await page.getByText("This server contains sample data.").waitFor();
  await page.locator(".stocktake-card").waitFor();
  expect(await page.evaluate("window.firstStepsSeen")).toBe(false);
});

/** Notes whether the first steps are ever in the document from now on. */
const NOTE_FIRST_STEPS = `
  window.firstStepsSeen = false;
  new MutationObserver(() => {
    if (document.querySelector(".first-steps") !== null) window.firstStepsSeen = true;
  }).observe(document, { childList: true, subtree: true });
`;

test("sample data come, are told of in numbers before they go, and leave nothing", async () => {
  const { server, admin } = await startNewServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await asItsAdmin(consolePage, server);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect.poll(() => steps.getByRole("listitem").count()).toBe(4);
  await consolePage.screenshot("first-steps-offered");
  await steps.getByRole("button", { name: "Load sample data" }).click();
  await page.getByText("This server contains sample data.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Load sample data" }).count()).toBe(0);
  await consolePage.screenshot("first-steps-sample");
  await page.locator(".stocktake-card").waitFor();
  const { body: articles } = await admin.get("/api/articles");
  expect(articles).toHaveLength(40);
  await page.getByRole("button", { name: "Remove sample data" }).click();
  const question = page.getByRole("dialog");
  await question.getByText(/articles \(40\), locations \(12\) and stocktakes \(1\)/).waitFor();
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
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await question.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByText(/OWN-1|My own saw/).waitFor();
  await admin.delete(`/api/articles/${own.oid}`);
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await question.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByText("Sample data removed.").waitFor();
  expect((await admin.get("/api/locations")).body).toEqual([]);
});
