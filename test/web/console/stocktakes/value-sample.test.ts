import { expect, test } from "vitest";
import { HOUR_MS, startPlanServer } from "../../../cycle-counts/plans-server.ts";
import { startServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";

test("a sample by value is planned, by its size or its expected accuracy", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 7");
  for (const price of [500, 20, 21, 22]) await warehouse.article(`T${price}`, { "Shelf 7": 100 }, { price });
  const { page } = await openConsoleAs("manager", "/stocktakes/plans/new", { server });
  await page.getByLabel("Name", { exact: true }).fill("Value");
  await page.getByLabel("What to count").selectOption("Sample by value");
  await page.getByText("For a certificate of the value").waitFor();
  await page.getByLabel("Expected accuracy in %").fill("90");
  await page.getByLabel("Sample size").fill("3");
  await page.getByLabel("Expected accuracy in %").waitFor({ state: "detached" });
  await page.getByLabel("Find a location by name or code").fill("Shelf 7");
  await page.getByRole("treeitem", { name: /Shelf 7/ }).click();
  await page.getByText("3 records would be counted now.").waitFor();
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByRole("cell", { name: "Value" }).first().waitFor();
  const { body } = await server.manager.get("/api/count-plans");
  expect(body).toMatchObject([{ selection: { kind: "valueSample", limit: 3 } }]);
});

test("a sample by value of prices in several currencies says so at its locations", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Shelf 7");
  for (const currencyTypeId of [1, 2]) {
    const oid = await warehouse.article(`T${currencyTypeId}`, { "Shelf 7": 100 }, { price: 20 });
    await server.manager.put(`/api/articles/${oid}/full`, { currencyTypeId });
  }
  const { page } = await openConsoleAs("manager", "/stocktakes/plans/new", { server });
  await page.getByLabel("Name", { exact: true }).fill("Value");
  await page.getByLabel("What to count").selectOption("Sample by value");
  await page.getByLabel("Find a location by name or code").fill("Shelf 7");
  await page.getByRole("treeitem", { name: /Shelf 7/ }).click();
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("Check the marked fields.").waitFor();
  const problem = page.getByText("The prices there are in several currencies.");
  await problem.waitFor();
  await page.getByRole("treeitem", { name: /Shelf 7/ }).click();
  await problem.waitFor({ state: "detached" });
});

/** Opens a closed sample by value of these articles, of which so many records were drawn, and so many were short of a piece. */
async function openClosed({
  articles,
  drawn,
  short,
}: Readonly<Record<"articles" | "drawn" | "short", number>>) {
  const { server, clock, warehouse, plan, settled } = await startPlanServer();
  for (let n = 1; n <= articles; n++)
    await warehouse.article(`T${n}`, { A: 100 }, { price: n === 1 ? 500 : 20 });
  await plan({ selection: { kind: "valueSample", limit: drawn, locationIds: [warehouse.at("A")] } });
  clock.advance(HOUR_MS);
  const [run] = await settled(1);
  const id = run?.inventory.oid ?? 0;
  await warehouse.move(id, "start");
  const items: { oid: number; price: number }[] = (await server.manager.get(`/api/inventories/${id}/items`))
    .body;
  const cheapestFirst = items.toSorted((one, other) => one.price - other.price);
  for (const [index, { oid }] of cheapestFirst.entries()) {
    const inventoryQuantity = index < short ? 99 : 100;
    await warehouse.user.put("/api/inventories/items/update", { oid, inventoryQuantity });
  }
  await warehouse.move(id, "finish", "process", "close");
  return openConsoleAs("manager", `/stocktakes/${id}`, { server });
}

test("the page of a closed sample by value has the value with its interval, the certificate and the population", async () => {
  const { page } = await openClosed({ articles: 45, drawn: 43, short: 25 });
  await page.getByText(/^Value: 137,4\d\d\.\d\d, with 95 % confidence/).waitFor();
  await page.getByRole("button", { name: "Certificate (PDF)" }).waitFor();
  await page.getByRole("button", { name: "Population list (CSV)" }).waitFor();
  await expect.poll(() => page.getByText("No certificate.").count()).toBe(0);
});

test("the page of a closed sample with too few differences says why it has no certificate", async () => {
  const { page } = await openClosed({ articles: 4, drawn: 3, short: 1 });
  await page.getByText("The drawn strata have fewer than 20 differences").waitFor();
  await page.getByRole("button", { name: "Population list (CSV)" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Certificate (PDF)" }).count()).toBe(0);
});
