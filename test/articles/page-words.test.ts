import { expect, test } from "vitest";
import type { ArticleLocation } from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer } from "../harness/server.ts";
import { ids, type Row } from "./page-model.ts";
import { added, faultPaths } from "./samples.ts";

const PATH = "/api/articles/page";
const { manager, user } = sharedServer();

async function page({ q }: { readonly q: string }) {
  const response = await user.get(`${PATH}?${new URLSearchParams({ q })}`);
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.body as { items: Row[] };
}

test("words are found in any order, in name, code, serial number, tag and locations", async () => {
  const { body: article } = await user.get("/api/articles/15");
  const location = (await user.get("/api/articles/15/locations")).body[0].location;
  const words = [article.rfId, location.code, article.name.split(" ")[0].toUpperCase(), article.serialNumber];
  for (const q of [words.join(" "), words.toReversed().join("  ")]) {
    expect(ids((await page({ q })).items), q).toEqual([15]);
  }
  expect((await page({ q: `${article.code} ${location.name} nowhere` })).items).toEqual([]);
});

test("exact codes come first, then articles with a word at the beginning, then the rest", async () => {
  await added(manager, "RANK-2", { name: "Beta rank-2 x" });
  await added(manager, "Z-1", { name: "Has RANK-2 inside" });
  await added(manager, "Z-2", { name: "Rank-2 begins" });
  await added(manager, "RANK-20", { name: "Aaa" });
  await added(manager, "Z-3", { name: "A thing", serialNumber: "SN-RANK-2" });
  const codes = async (q: string) => (await page({ q })).items.map(({ code }) => code);
  expect(await codes("rank-2")).toEqual(["RANK-2", "RANK-20", "Z-2", "Z-3", "Z-1"]);
  expect(await codes("thing z-")).toEqual(["Z-3"]);
});

test("the articles of a location are found by its name as soon as they are there, and no longer than that", async () => {
  const { body: shelf } = await manager.post("/api/locations", { name: "Šikmá police", code: "ŠP-1" });
  const found = async () => ids((await page({ q: "police sikma A000012" })).items);
  expect(await found()).toEqual([]);
  const before = (await user.get("/api/articles/12/locations")).body;
  const locations = [{ locationId: shelf.oid, quantity: 1 }];
  expect((await manager.put("/api/articles/12/locations", { locations })).status).toBe(200);
  expect(await found()).toEqual([12]);
  expect((await manager.put(`/api/locations/${shelf.oid}`, { name: "Rovná" })).status).toBe(200);
  expect(await found()).toEqual([]);
  const back = before.map(({ locationId, quantity }: ArticleLocation) => ({ locationId, quantity }));
  await manager.put("/api/articles/12/locations", { locations: back });
});

test("sixteen different words are searched, and more are refused at their field", async () => {
  const words = Array.from({ length: 17 }, (_, i) => `w${i}`);
  expect((await page({ q: `${words.slice(1).join(" ")} w1 W2` })).items).toEqual([]);
  const response = await user.get(`${PATH}?q=${words.join("+")}`);
  expect([response.status, faultPaths(response)]).toEqual([400, ["q"]]);
});
