import { expect, test } from "vitest";
import { addLocation } from "../../../src/locations/location.ts";
import { addRefillRule } from "../../../src/refill/rule.ts";
import { eventually } from "../../harness/eventually.ts";
import { startServer } from "../../harness/server.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";

const NOT_COMPLETE = "This list is not complete. The console shows all lines.";
const TEXT = "document.querySelector('main').innerText";
const LINES = "document.querySelectorAll('main ul.list > li').length";

/** A server with empty locations with a minimum stock, below a location and beside it; and this location. */
async function startWithShortages(below: number, beside: number) {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const hall = await storage.write(1, (tx) => {
    const top = addLocation(tx, 1, { name: "Hall" });
    for (let n = 0; n < below + beside; n++) {
      const locationId = addLocation(tx, 1, {
        ...{ name: `Shelf ${n}`, parentLocationId: n < below ? top : null },
      });
      addRefillRule(tx, { tenantId: 1, articleId: 72, locationId, minimum: 1, target: null });
    }
    return top;
  });
  await eventually(async () => {
    const { body } = await server.user.get(`/api/refill-list?locationId=${hall}&limit=1`);
    if (body.total !== below) throw new Error("the list is not ready");
  });
  return { server, hall };
}

test("a terminal shows all lines of a long list, also without a connection", async () => {
  const { server, hall } = await startWithShortages(620, 40);
  const terminal = await openTerminalAs(server, { browser: "chromium77", goesOffline: true });
  await terminal.offline(true);
  await terminal.goTo(`/location/${hall}/refill`);
  await terminal.tap("Show all");
  await terminal.until(`${LINES} === 620`);
  await expect.poll(() => terminal.evaluate(TEXT)).not.toContain(NOT_COMPLETE);
  const rule = { articleId: 72, locationId: hall, minimum: 1 };
  expect((await server.manager.post("/api/refill-rules", rule)).status).toBe(201);
  await terminal.offline(false);
  await terminal.until(`${LINES} === 621`);
  await expect.poll(() => terminal.evaluate(TEXT)).not.toContain(NOT_COMPLETE);
});

test("a terminal that has loaded 5 000 lines of more says that the list is not complete", async () => {
  const { server, hall } = await startWithShortages(5100, 0);
  const terminal = await openTerminalAs(server, { browser: "chromium77", goesOffline: true });
  await terminal.offline(true);
  await terminal.goTo(`/location/${hall}/refill`);
  await terminal.see(NOT_COMPLETE);
  await terminal.tap("Show all");
  await terminal.until(`${LINES} === 5000`);
});
