import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { startWarehouse } from "../inventories/stocktake.ts";

test("the report names who let a stocktake be closed without its second counts, when and why", async () => {
  const { server, warehouse } = await startWarehouse(["A"]);
  await warehouse.article("T1", { A: 10 });
  const id = await warehouse.stocktake(["A"], { secondCount: { pieces: 2 } });
  await warehouse.count(id, "T1", 3);
  await warehouse.move(id, "finish", "process");
  const { manager } = warehouse;
  const report = `/api/inventories/${id}/report`;
  const english = { "Accept-Language": "en" };
  const pdf = async () => {
    const { bytes } = await manager.get(`${report}?format=pdf`, english);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    return text.replace(/\s+/g, " ");
  };
  expect((await manager.get(report)).body.secondCountsWaived).toBeNull();
  expect(await pdf()).not.toContain("Without second counts");
  const reason = "Only one person is here";
  expect((await manager.put(`/api/inventories/${id}/waive-second-counts`, { reason })).status).toBe(200);
  await warehouse.move(id, "close");
  expect((await manager.get(report)).body.secondCountsWaived).toEqual({
    ...{ at: expect.any(String), by: { id: 2, fullName: "Max Dvorak" }, reason },
  });
  const text = await pdf();
  expect(text).toContain("Without second counts");
  expect(text).toMatch(/Max Dvorak; reason: Only one person is here/);
  // The report of a closed stocktake keeps the name of that time.
  await server.admin.put("/api/users/2", { lastName: "Renamed" });
  expect(await pdf()).toContain("Max Dvorak; reason");
});
