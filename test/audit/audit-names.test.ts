import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

const AUDIT = "/api/audit";

test("each entry names its record by its present name, and says so where the record is gone", async () => {
  const { admin } = await startServer();
  const named = async (query: string) => (await admin.get(`${AUDIT}?${query}`)).body[0].record;
  await admin.put("/api/articles/1", { name: "Crane" });
  await admin.put("/api/articles/1", { name: "Tall crane" });
  const { body: article } = await admin.get("/api/articles/1");
  expect(await named("entity=article&entityId=1&field=name")).toEqual({
    code: article.code,
    name: "Tall crane",
    unit: null,
  });
  const { body: location } = await admin.post("/api/locations", { name: "Shelf", code: "S-1" });
  expect(await named(`entity=location&entityId=${location.oid}`)).toEqual({
    ...{ code: "S-1", name: "Shelf", unit: null },
  });
  await admin.put("/api/users/3", { firstName: "Una" });
  const { body: user } = await admin.get("/api/users/3");
  expect(await named("entity=user&entityId=3")).toMatchObject({ code: null, name: user.fullName });
  const { body: type } = await admin.post("/api/articletypes", { name: "Hoist" });
  expect(await named(`entity=articleType&entityId=${type.oid}`)).toMatchObject({ code: null, name: "Hoist" });
  await admin.delete(`/api/articletypes/${type.oid}`);
  expect(await named(`entity=articleType&entityId=${type.oid}`)).toBeNull();
  const { body: history } = await admin.get("/api/articles/1/history");
  expect(history[0].record).toMatchObject({ code: article.code, name: "Tall crane" });
});

test("an entry of an article has its unit, for the quantities in it", async () => {
  const { admin, user } = await startServer();
  await admin.put("/api/articles/1/full", { unit: "kg" });
  const history = await user.get("/api/articles/1/history");
  const audit = await admin.get(`${AUDIT}?entity=article&entityId=1`);
  expect([history.body[0].record.unit, audit.body[0].record.unit]).toEqual(["kg", "kg"]);
});
