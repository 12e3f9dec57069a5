import { beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../../harness/client.ts";
import { sharedServer } from "../../harness/server.ts";
import { added, articleBody, oids, statuses } from "../samples.ts";

const EAN = "4006381333931";

const server = sharedServer();
const { manager, user } = server;
const other = server.admin2;

const attach = (oid: number, code: string, rest: object = {}, by = manager) =>
  by.post(`/api/articles/${oid}/codes`, { code, ...rest });
const scan = async (text: string, by = user) =>
  (await by.get(`/api/articles/scan?text=${encodeURIComponent(text)}`)).body;
const found = async (text: string, by = user) =>
  oids({ body: (await scan(text, by)).articles } as ApiResponse);

describe("an additional code", () => {
  let one: { oid: number; code: string };
  let another: { oid: number; code: string };
  beforeAll(async () => {
    one = await added(manager, "CODE-1");
    another = await added(manager, "CODE-2");
    expect((await attach(one.oid, EAN, {}, user)).status).toBe(201);
  });

  test("is found by a scan in each form, by getbycode and by the search", async () => {
    for (const text of [
      EAN,
      `0${EAN}`,
      `]C101${`0${EAN}`}10LOT`,
      `(01)0${EAN}(30)5`,
      `https://x.org/01/0${EAN}`,
    ])
      expect(await found(text)).toEqual([one.oid]);
    expect((await user.get(`/api/articles/getbycode?code=${EAN}`)).body.oid).toBe(one.oid);
    for (const part of [EAN, EAN.slice(3, 9), `code-1 ${EAN.slice(-5)}`]) {
      const { body } = await user.get(`/api/articles/page?q=${encodeURIComponent(part)}`);
      expect(body.items.map(({ oid }: { oid: number }) => oid)).toEqual([one.oid]);
    }
  });

  test("is listed, with what it looks like and who added it", async () => {
    const { body } = await user.get(`/api/articles/${one.oid}/codes`);
    expect(body).toMatchObject([{ code: EAN, kind: "gtin", packQuantity: null, createdBy: "user" }]);
  });

  test("is added once: again it stays as it is", async () => {
    const again = await attach(one.oid, `0${EAN}`);
    expect([again.status, again.body.code]).toEqual([201, EAN]);
    expect((await user.get(`/api/articles/${one.oid}/codes`)).body).toHaveLength(1);
  });

  test("belongs to one article: another one is refused, which the message names", async () => {
    const refused = await attach(another.oid, `(01)0${EAN}(10)L`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("CODE-1");
  });

  test("is no own code of another article, nor the reverse", async () => {
    expect((await attach(another.oid, "code-1")).status).toBe(409);
    expect((await manager.post("/api/articles", articleBody(`0${EAN}`))).status).toBe(409);
    expect((await manager.put(`/api/articles/${another.oid}`, { code: EAN })).status).toBe(409);
    const own = await added(manager, "5901234123457");
    expect((await attach(another.oid, "05901234123457")).status).toBe(409);
    expect((await attach(own.oid, "(01)05901234123457")).status).toBe(400);
    expect(await found("05901234123457")).toEqual([own.oid]);
  });

  test("goes to one of many articles where all add it at the same moment", async () => {
    const articles = await Promise.all(Array.from({ length: 8 }, (_, n) => added(manager, `RACE-${n}`)));
    const all = await Promise.all(articles.map(({ oid }) => attach(oid, "race-code")));
    expect(statuses(all)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test("of a company means nothing in another one", async () => {
    expect(await found(EAN, other)).toEqual([]);
    expect((await other.get(`/api/articles/${one.oid}/codes`)).status).toBe(404);
    expect((await attach(one.oid, "foreign", {}, other)).status).toBe(404);
  });

  test("is changed by Managers, removed by them and by whoever added it, and is free then", async () => {
    const code = (await attach(one.oid, "BOX-1", { packQuantity: 12, kind: "oldNumber" })).body;
    const path = `/api/articlecodes/${code.oid}`;
    expect((await user.put(path, { packQuantity: 6 })).status).toBe(403);
    expect((await user.delete(path)).status).toBe(403);
    expect((await scan("box-1")).pieces).toBe(12);
    expect((await manager.put(path, { packQuantity: 6 })).body).toMatchObject({
      packQuantity: 6,
      kind: "oldNumber",
    });
    expect((await scan("BOX-1")).pieces).toBe(6);
    expect((await manager.delete(path)).status).toBe(204);
    expect(await found("BOX-1")).toEqual([]);
    expect((await user.get("/api/articles/page?q=box-1")).body.items).toEqual([]);
    const own = await attach(another.oid, "BOX-1", {}, user);
    expect((await user.delete(`/api/articlecodes/${own.body.oid}`)).status).toBe(204);
  });

  test("of a deleted article is free again", async () => {
    const gone = await added(manager, "GONE-1");
    expect((await attach(gone.oid, "gone-code")).status).toBe(201);
    expect((await manager.delete(`/api/articles/${gone.oid}`)).status).toBe(204);
    expect(await found("gone-code")).toEqual([]);
    expect((await attach(another.oid, "gone-code")).status).toBe(201);
  });

  test("reaches clients that follow the articles, and the history", async () => {
    const changes = (since: string) => manager.get(`/api/articles/changes?since=${since}&limit=10000`);
    const before = (await changes("")).body.cursor;
    await attach(another.oid, "FOLLOWED", { packQuantity: 3 });
    const { articles } = (await changes(before)).body;
    expect(articles.map(({ oid }: { oid: number }) => oid)).toEqual([another.oid]);
    expect(articles[0].codes).toContainEqual({ code: "FOLLOWED", kind: "other", packQuantity: 3 });
    const { text } = await manager.get(`/api/articles/${another.oid}/history`);
    expect(text).toContain('"FOLLOWED × 3 (other)"');
  });

  test("with control characters, too long, without a letter or sign, or of wrong kind or pack is refused", async () => {
    for (const body of [
      { code: "a\u0001" },
      { code: "" },
      // Marks alone: comparing takes no notice of them.
      { code: "\u0301" },
      { code: "\ufe0f\u0308" },
      { code: "x".repeat(201) },
      { code: "y", kind: "qr" },
      { code: "y", packQuantity: 0 },
    ])
      expect((await manager.post(`/api/articles/${one.oid}/codes`, body)).status).toBe(400);
  });
});

describe("a GS1 code", () => {
  const GTIN = "09501101530003";

  test("finds the piece by its serial number, and no other piece of the same product", async () => {
    const first = await added(manager, "GS-1", { serialNumber: "SN-1" });
    const second = await added(manager, "GS-2", { serialNumber: "SN-2" });
    await attach(first.oid, GTIN);
    expect(await found(`(01)${GTIN}(21)SN-1`)).toEqual([first.oid]);
    expect((await found(`(01)${GTIN}(21)SN-2`)).sort()).toEqual([second.oid]);
    expect(await found(`(01)${GTIN}(21)SN-3`)).toEqual([]);
    expect(await found(GTIN)).toEqual([first.oid]);
  });

  test("with a serial number, added to an article, is that piece's code", async () => {
    const piece = await added(manager, "GS-3");
    const { body } = await attach(piece.oid, `]d201${GTIN}21ab1\u001d10L`);
    expect(body).toMatchObject({ code: `(01)${GTIN}(21)ab1`, kind: "serial" });
    expect(await found(`(01)${GTIN}(10)other(21)AB1`)).toEqual([piece.oid]);
  });

  test("gives quantity, lot and expiry, and the assets of 8003 and 8004", async () => {
    const box = await added(manager, "GS-4");
    await attach(box.oid, "4000417025005", { packQuantity: 12 });
    const { pieces, gs1 } = await scan("(02)04000417025005(37)2(10)L7(17)271231");
    expect([pieces, gs1]).toEqual([
      24,
      expect.objectContaining({ lot: "L7", expiry: "2027-12-31", quantity: 2 }),
    ]);
    expect((await scan("(01)04000417025005(30)5")).pieces).toBe(5);
    // The pack belongs to another code, which is like the serial number.
    await attach(box.oid, "S-77", { packQuantity: 6 });
    expect(await scan("(01)04000417025005(21)S-77")).toMatchObject({ pieces: 12 });
    const bottle = await added(manager, "GS-5");
    await attach(bottle.oid, "4000417026002");
    expect(await scan("(01)04000417026002(21)S-77")).toMatchObject({ pieces: 1 });
    await attach(bottle.oid, "S-78", { packQuantity: 6 });
    expect(await scan("(01)04000417026002(21)S-78")).toMatchObject({ pieces: 1 });
    const asset = await added(manager, "950110153ABC");
    expect(await found("]C18004950110153ABC")).toEqual([asset.oid]);
    // Without a mark, as a camera reads them. The own code of an article does not make a number an asset.
    expect(await found("8004950110153ABC")).toEqual([]);
    await attach(asset.oid, "(8004)950110153XYZ");
    expect(await found("8004950110153XYZ")).toEqual([asset.oid]);
    await attach(asset.oid, "(8003)09501101530003A1");
    expect(await found("800309501101530003A1")).toEqual([asset.oid]);
    expect(await found("800309501101530004A1")).toEqual([]);
  });
});
