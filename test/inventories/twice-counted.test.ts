import { beforeAll, expect, test } from "vitest";
import { pdfText } from "../harness/pdf.ts";
import { sharedWarehouse } from "./stocktake.ts";

// What the lines of the report say of a count that another person has repeated, and of decisions on it. A User counts 6, then a Manager
// 5 of ten pieces of TWICE, and marks MARKED as found after the User's count; the User alone counts ONCE, which is marked to be counted again, and
// KEPT, MOVED and AGAIN, of which pieces leave before a Manager decides: of MOVED more leave then, and AGAIN is to be counted again.

const { server, warehouse } = sharedWarehouse();
let id: number;
beforeAll(async () => {
  await warehouse.addLocation("shelf");
  for (const code of ["TWICE", "ONCE", "KEPT", "MARKED", "MOVED", "AGAIN"])
    await warehouse.article(code, { shelf: 10 }, { serialNumber: `SN-${code}` });
  id = await warehouse.stocktake(["shelf"], { secondCount: { pieces: 3 } });
  const { oid } = await warehouse.count(id, "TWICE", 6);
  const again = await server.manager.put("/api/inventories/items/update", { oid, inventoryQuantity: 5 });
  expect(again.status).toBe(200);
  const { oid: marked } = await warehouse.count(id, "MARKED", 10);
  await server.manager.put("/api/inventories/items/update", { oid: marked, isFound: true });
  const once = await warehouse.count(id, "ONCE", 9);
  await warehouse.count(id, "ONCE", { inventoryQuantity: 8, note: "Behind the door" });
  await server.manager.put(`/api/inventories/items/${once.oid}/decide`, { decision: "recount" });
  const kept = await warehouse.count(id, "KEPT", 9);
  await warehouse.put("KEPT", { shelf: 7 });
  await server.manager.put(`/api/inventories/items/${kept.oid}/decide`, { decision: "keepDifference" });
  for (const code of ["MOVED", "AGAIN"]) {
    const { oid } = await warehouse.count(id, code, 9);
    const decide = async (decision: string) =>
      expect((await server.manager.put(`/api/inventories/items/${oid}/decide`, { decision })).status).toBe(
        200,
      );
    await warehouse.put(code, { shelf: 7 });
    await decide("keepCount");
    if (code === "MOVED") await warehouse.put(code, { shelf: 6 });
    else await decide("recount");
  }
  await warehouse.move(id, "finish", "process");
});

const report = async (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);

test("the JSON has the count before that of another person", async () => {
  const { body } = await report();
  const counts: readonly [string, unknown][] = body.items.map(
    ({ article, countedBefore }: { article: { code: string }; countedBefore: unknown }) => [
      article.code,
      countedBefore,
    ],
  );
  const { body: me } = await warehouse.user.get("/api/me");
  expect(Object.fromEntries(counts)).toEqual({
    TWICE: { at: expect.stringMatching(/Z$/), user: { id: me.id, fullName: me.fullName }, quantity: 6 },
    ONCE: null,
    KEPT: null,
    MARKED: null,
    MOVED: null,
    AGAIN: null,
  });
});

test("the JSON has who decided on what has moved, until more moves or it is to be counted again", async () => {
  const { body } = await report();
  interface Line {
    readonly article: { readonly code: string };
    readonly decision: unknown;
    readonly decided: unknown;
  }
  const decisions = body.items
    .filter(({ article }: Line) => ["KEPT", "MOVED", "AGAIN"].includes(article.code))
    .map(({ article, decision, decided }: Line) => [article.code, [decision, decided]]);
  const { body: me } = await server.manager.get("/api/me");
  const by = { at: expect.stringMatching(/Z$/), by: { id: me.id, fullName: me.fullName } };
  expect(Object.fromEntries(decisions)).toEqual({
    KEPT: ["keepDifference", by],
    MOVED: [null, null],
    AGAIN: [null, null],
  });
});

test("the CSV has it, and the decision on what has moved", async () => {
  const { text } = await report("?format=csv");
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toMatch(/,Decision,Counted before,Taken from,Decided by,Decided on,Line,.*Company$/);
  expect(lines.find((line) => line.includes("TWICE"))).toMatch(
    /,,"6 \(Uma Svoboda, [^,]*Z\)",,,,\d+,.*,[^,]+$/,
  );
  expect(lines.find((line) => line.includes("KEPT"))).toMatch(
    /,Keep difference,,,Max Dvorak,[^,]+Z,\d+,.*,[^,]+$/,
  );
});

test.each(["", "&only=differences"])(
  "the PDF%s has them, what is to be counted again, and the note",
  async (query) => {
    const shown = await pdfText((await report(`?format=pdf${query}`)).bytes);
    expect(shown).toMatch(/TWICE Article TWICE Serial number: SN-TWICE Counted before: 6 \(Uma Svoboda, /);
    expect(shown).toMatch(/ONCE Article ONCE Serial number: SN-ONCE Recount Note: Behind the door/);
    expect(shown).toMatch(
      /KEPT Article KEPT Serial number: SN-KEPT Decision: Keep difference \(Max Dvorak, /,
    );
  },
);
