import { expect, test } from "vitest";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { startSmtpServer } from "../harness/smtp-server.ts";
import { mailsAt, settingsFor, subscribe, textOf } from "../notices/notice-server.ts";
import { DAY_MS, HOUR_MS, type PlanServer, startPlanServer } from "./plans-server.ts";

// A plan that was due and counts nothing tells webhooks and persons.

const skipped = ({ server }: PlanServer) =>
  outgoingEventsAfter(server.appliance.dependencies.storage.db, 1, 0, 1000)
    .filter(({ type }) => type === "countPlan.skipped")
    .map(({ data }) => JSON.parse(data));

test("a plan whose former stocktake is open is an event for each date, and a notice that leads to the stocktake", async () => {
  const plans = await startPlanServer();
  await plans.warehouse.article("T1", { A: 3 });
  const smtp = await startSmtpServer();
  expect((await plans.server.admin.put("/api/settings/mail-server", settingsFor(smtp))).status).toBe(200);
  await subscribe(plans.server, "manager", { kinds: { stocktakes: "atOnce" }, language: "en" });
  const oid = await plans.plan();
  plans.clock.advance(HOUR_MS);
  const [first] = await plans.settled(1);
  expect(skipped(plans)).toEqual([]);
  const stocktake = { inventoryId: first?.inventory.oid, inventoryName: "Shelves 2032-03-01" };
  const event = { oid, name: "Shelves", reason: "open", ...stocktake };
  plans.clock.advance(DAY_MS);
  await plans.settled(2);
  expect(skipped(plans)).toEqual([{ ...event, dueDate: "2032-03-02" }]);
  const [mail] = await mailsAt(smtp, 1);
  const text = (mail && textOf(mail)) ?? "";
  expect(text.replace(/\s+/g, " ")).toContain(
    "Shelves was skipped on 2 March 2032: Shelves 2032-03-01 is still open",
  );
  expect(text).toContain(`/stocktakes/${first?.inventory.oid}`);
  plans.clock.advance(DAY_MS);
  await plans.settled(3);
  expect(skipped(plans)).toEqual([
    { ...event, dueDate: "2032-03-02" },
    { ...event, dueDate: "2032-03-03" },
  ]);
});

test("a plan with nothing to count is an event", async () => {
  const plans = await startPlanServer();
  const { warehouse } = plans;
  const oid = await plans.plan({ selection: { kind: "notCounted", locationIds: [warehouse.at("C")] } });
  plans.clock.advance(HOUR_MS);
  const [run] = await plans.settled(1);
  expect(skipped(plans)).toEqual([
    {
      ...{ oid, name: "Shelves", dueDate: "2032-03-01", reason: "empty" },
      ...{ inventoryId: run?.inventory.oid, inventoryName: "Shelves 2032-03-01" },
    },
  ]);
});
