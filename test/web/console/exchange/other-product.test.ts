import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { homebox } from "../../../import/products/samples.ts";
import { column, figure, goToStep, openExchange, uploadFile } from "./import-screens.ts";

test("an inventory of Homebox is recognised, previewed with what is not imported; as an own list it is not", async () => {
  const server = await startServer();
  const page = await openExchange(server);
  const file = homebox([
    {
      ...{
        "HB.name": "Drill",
        "HB.asset_id": "000-001",
        "HB.location": "Home / Garage",
        "HB.tags": "Tools; Loud",
      },
      ...{ "HB.quantity": 2, "HB.manufacturer": "Bosch", "HB.purchase_price": 99.5 },
    },
    { "HB.name": "Old saw", "HB.asset_id": "000-002", "HB.archived": true },
  ]);
  await uploadFile(page, "homebox.csv", file);
  await goToStep(page, "File");
  await page.getByText("Read as an export of another product: Homebox: items.").waitFor();
  const product = page.getByLabel("The file is from");
  await product.selectOption({ label: "Own list" });
  await page.getByText("Read as an export of another product").waitFor({ state: "detached" });
  await goToStep(page, "Columns");
  await expect.poll(() => column(page, "HB.name").inputValue()).toBe("");
  await goToStep(page, "File");
  await product.selectOption({ label: "Homebox: items" });
  await page.getByText("Read as an export of another product: Homebox: items.").waitFor();
  await goToStep(page, "Columns");
  await expect.poll(() => column(page, "HB.name").inputValue()).toBe("name");
  await goToStep(page, "Import");
  await figure(page, "New", "1").waitFor();
  await figure(page, "Left out", "1").waitFor();
  const left = page.getByRole("region", { name: "Not imported" });
  await left.getByRole("row", { name: "HB.manufacturer" }).getByText("No field has this name.").waitFor();
  await left.getByRole("row", { name: "Whole row" }).getByText("The record is archived there.").waitFor();
  await left.getByText("Tools; Loud").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    left.getByRole("button", { name: "Download what is not imported" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("homebox-not-imported.xlsx");
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
});
