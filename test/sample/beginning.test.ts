import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { done, startNewServer } from "./sample-server.ts";

test("sample data are not the beginning of the stock records", async () => {
  const clock = createClock(Date.parse("2030-11-20T09:00:00.000Z"));
  const { server, admin: first } = await startNewServer({ clock });
  done(await first.post("/api/sample"));
  clock.setSystemTime(Date.parse("2031-01-02T09:00:00.000Z"));
  const admin = await server.as("jana");
  const locationId = done(await admin.post("/api/locations", { name: "Own", parentLocationId: null })).oid;
  const categoryId = done(await admin.post("/api/articlecategories", { name: "Mine" })).oid;
  const typeId = done(await admin.post("/api/articletypes", { name: "Mine" })).oid;
  const article = { code: "OWN", name: "Own", categoryId, typeId, stateId: 2 };
  const oid = done(await admin.post("/api/articles", article)).oid;
  const locations = [{ locationId, quantity: 100 }];
  done(await admin.put(`/api/articles/${oid}/locations`, { locations }));
  clock.setSystemTime(Date.parse("2031-01-02T15:00:00.000Z"));
  const path = `/api/inventories/${done(await admin.post("/api/inventories", { name: "Own", locationIds: [locationId] })).oid}`;
  const frame = { purpose: "yearEnd", decisiveDay: "2030-12-31", method: "physical", committee: [] };
  const { warnings } = done(await admin.put(`${path}/frame`, frame));
  expect(warnings).toEqual([expect.stringContaining("2 Jan 2031")]);
});
