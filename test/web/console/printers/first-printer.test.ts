import { expect, test } from "vitest";
import { startServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";

const ZPL = 3;
const FORMAT = 1;

test.each([
  ["a drawn label", "draw"],
  ["a template", `${FORMAT}`],
])("the printer of %s stays while the others answer", async (_, path) => {
  const server = await startServer();
  for (const { oid } of (await server.admin.get("/api/printingprinters")).body)
    await server.admin.put(`/api/printingprinters/${oid}`, { isActive: false });
  const oids: number[] = [];
  for (const name of ["A", "B", "C"]) {
    const printer = { name, ipAddress: `127.0.0.10${oids.length + 1}`, printerTypeId: ZPL };
    oids.push((await server.admin.post("/api/printingprinters", printer)).body.oid);
  }
  const statuses = ["ready", "ready", "paperOut"];
  const gates = oids.map(() => Promise.withResolvers<void>());
  const { page } = await openConsoleAs("admin", "/articles", { server });
  for (const [index, oid] of oids.entries())
    await page.route(`**/api/printingprinters/${oid}/status`, async (route) => {
      await gates[index]?.promise;
      await route.fulfill({ json: { status: statuses[index], seenDT: new Date().toISOString() } });
    });
  await page.evaluate(`location.hash = "#/printers/labels/${path}"`);
  const chosen = page.getByRole("combobox", { name: "Printer", exact: true });
  await expect.poll(() => chosen.inputValue()).toBe(String(oids[0]));
  gates[1]?.resolve();
  await expect.poll(() => chosen.inputValue()).toBe(String(oids[1]));
  const answered = page.waitForResponse(`**/api/printingprinters/${oids[0]}/status`);
  gates[0]?.resolve();
  await answered;
  gates[2]?.resolve();
  await chosen.locator("option", { hasText: "C – Out of paper" }).waitFor({ state: "attached" });
  await expect.poll(() => chosen.inputValue()).toBe(String(oids[1]));
});
