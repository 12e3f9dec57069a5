import { expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { createWarehouse } from "../../../inventories/stocktake.ts";
import { openConsoleAs } from "../log-in.ts";

const server = sharedServer();

test("closed stocktakes are listed with the day of the close, their accuracy and value, which their page repeats", async () => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Cellar");
  await warehouse.article("C1", { Cellar: 4 }, { price: 100 });
  await warehouse.article("C2", { Cellar: 1 }, { price: 600 });
  const id = await warehouse.stocktake(["Cellar"], { name: "Cellar 2026" });
  await warehouse.count(id, "C1", { inventoryQuantity: 4 });
  await warehouse.count(id, "C2", { inventoryQuantity: 0 });
  await warehouse.move(id, "finish", "process", "close");
  const { page } = await openConsoleAs("manager", "/stocktakes?ended=1", { server });
  const row = page.getByRole("row", { name: /Cellar 2026/ });
  const year = new Date().getFullYear();
  await row
    .getByText(new RegExp(`${year}`))
    .last()
    .waitFor();
  await expect
    .poll(async () => (await row.locator("td").allTextContents()).slice(-3))
    .toEqual(["50", "40", "1,000.00"]);
  await row.getByRole("link").click();
  const figure = (name: string) => page.locator(".closed-times > div", { hasText: name }).locator("dd");
  await expect.poll(() => figure("Items right in %").textContent()).toBe("50");
  await expect.poll(() => figure("Value").textContent()).toBe("1,000.00");
});
