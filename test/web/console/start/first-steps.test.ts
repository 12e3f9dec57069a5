import { expect, test } from "vitest";
import { typeIdOf } from "../../../../src/printing/languages/printer-types.ts";
import { openConsole } from "../../../harness/console.ts";
import { pair } from "../../../harness/paired-terminals.ts";
import { logInFirstAdmin, startNewServer } from "../new-server.ts";

test("the first steps check themselves off as others do them, and can be dismissed", async () => {
  const { server, admin } = await startNewServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInFirstAdmin(consolePage, server);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("link", { name: "Import your articles" }).waitFor();
  const byHand = steps.getByRole("link", { name: "Add one by hand" });
  await expect.poll(() => byHand.getAttribute("href")).toBe("#/articles/new");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  const { body: category } = await admin.post("/api/articlecategories", { name: "Ladders" });
  const { body: type } = await admin.post("/api/articletypes", { name: "Asset" });
  const article = { code: "A1", name: "Saw", categoryId: category.oid, typeId: type.oid, stateId: 2 };
  expect((await admin.post("/api/articles", article)).status).toBe(201);
  await steps.getByText("Import your articles done").waitFor();
  // The first article needs a backup, which a line above the steps says: they move down when it comes.
  await page.getByText("No automatic backup is active").waitFor();
  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => steps.count()).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "Open stocktakes" }).waitFor();
  await expect.poll(() => steps.count()).toBe(0);
});

test("once they are done the first steps are never rendered", async () => {
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
  await logInFirstAdmin(consolePage, server);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByText("Add a printer done").waitFor();
  const openScreen = (name: string) =>
    page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name }).click();
  await openScreen("Lists");
  await expect.poll(() => steps.count()).toBe(0);
  expect((await admin.post("/api/sample")).status).toBeLessThan(300);
  await page.evaluate(RECORD_FIRST_STEPS);
  await openScreen("Overview");
  await page.getByText("This server contains sample data.").waitFor();
  await page.locator("[aria-labelledby=open-stocktakes] tbody tr").waitFor();
  await expect.poll(() => page.evaluate("window.firstStepsSeen")).toBe(false);
});

/** Records whether the first steps are ever in the document from now on. */
const RECORD_FIRST_STEPS = `
  window.firstStepsSeen = false;
  new MutationObserver(() => {
    if (document.querySelector(".first-steps") !== null) window.firstStepsSeen = true;
  }).observe(document, { childList: true, subtree: true });
`;

test("sample data are loaded, and removed after their numbers were shown, unless another record needs them", async () => {
  const { server, admin } = await startNewServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  await logInFirstAdmin(consolePage, server);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect.poll(() => steps.getByRole("listitem").count()).toBe(4);
  await steps.getByRole("button", { name: "Load sample data" }).click();
  await page.getByText("This server contains sample data.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Load sample data" }).count()).toBe(0);
  await page.locator("[aria-labelledby=open-stocktakes] tbody tr").waitFor();
  const { body: articles } = await admin.get("/api/articles");
  expect(articles).toHaveLength(40);
  await page.getByRole("button", { name: "Remove sample data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/articles \(40\), locations \(12\) and stocktakes \(1\)/).waitFor();
  await page.keyboard.press("Escape");
  expect((await admin.get("/api/articles")).body).toHaveLength(40);
  // Another article in a location of the sample data prevents the removal.
  const { body: locations } = await admin.get("/api/locations");
  const { body: own } = await admin.post("/api/articles", {
    code: "OWN-1",
    name: "My own saw",
    categoryId: 1,
    typeId: 1,
    stateId: 2,
  });
  await admin.put(`/api/articles/${own.oid}/locations`, {
    locations: [{ locationId: locations[0].oid, quantity: 1 }],
  });
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await dialog.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByText(/OWN-1|My own saw/).waitFor();
  await admin.delete(`/api/articles/${own.oid}`);
  await page.getByRole("button", { name: "Remove sample data" }).click();
  await dialog.getByRole("button", { name: "Remove sample data" }).click();
  await page.getByText("Sample data removed.").waitFor();
  expect((await admin.get("/api/locations")).body).toEqual([]);
});
