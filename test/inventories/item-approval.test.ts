import { beforeAll, expect, test } from "vitest";
import { pdfText } from "../harness/pdf.ts";
import { sharedWarehouse } from "./stocktake.ts";

// Who approved a single item, and when, in the report. An Admin approves the articles OWN and BACK; a Manager withdraws BACK, approves it
// anew, and approves all others.

const { server, warehouse } = sharedWarehouse();
let id: number;
beforeAll(async () => {
  await warehouse.addLocation("shelf");
  for (const code of ["OWN", "BACK", "REST"]) await warehouse.article(code, { shelf: 10 }, { price: 2 });
  id = await warehouse.stocktake(["shelf"]);
  for (const code of ["OWN", "BACK", "REST"]) await warehouse.count(id, code, 8);
  await warehouse.move(id, "finish", "process");
  const approve = async (client: typeof server.admin, code: string, isApproved = true) => {
    const { oid } = await warehouse.item(id, code);
    const { status } = await client.put(`/api/inventories/items/${oid}/approve`, { isApproved });
    expect(status).toBe(200);
  };
  await approve(server.admin, "OWN");
  await approve(server.admin, "BACK");
  await approve(server.manager, "BACK", false);
});

const report = async (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);
const approvals = async () =>
  Object.fromEntries(
    (await report()).body.items.map((item: { article: { code: string }; approval: unknown }) => [
      item.article.code,
      item.approval,
    ]),
  );
const nameOf = async (client: typeof server.admin) => (await client.get("/api/me")).body.fullName;

test("an item has the person who approved it, until the approval is withdrawn", async () => {
  const fullName = await nameOf(server.admin);
  expect(await approvals()).toEqual({
    OWN: { at: expect.stringMatching(/Z$/), by: expect.objectContaining({ fullName }) },
    BACK: null,
    REST: null,
  });
});

test("who approves all is the person of the items that were not approved, also in the sealed record", async () => {
  const [admin, manager] = [await nameOf(server.admin), await nameOf(server.manager)];
  await warehouse.move(id, "approve", "close");
  const by = (fullName: string) => ({ at: expect.any(String), by: expect.objectContaining({ fullName }) });
  expect(await approvals()).toEqual({ OWN: by(admin), BACK: by(manager), REST: by(manager) });
});

test("the CSV has person and time of each item", async () => {
  const { text } = await report("?format=csv");
  const [head = "", ...lines] = text.trim().split("\r\n");
  expect(head).toMatch(
    /,Approved by,Approved on,Decision,Counted before,Taken from,Decided by,Decided on,Line,.*Company$/,
  );
  const admin = await nameOf(server.admin);
  expect(lines.find((line) => line.includes("OWN"))).toMatch(
    new RegExp(`,${admin},[0-9T:.-]+Z,,,,,,\\d+,.*,[^,]*$`),
  );
});

test.each(["", "&only=differences"])(
  "the PDF%s names who approved an item, where another person approved all",
  async (query) => {
    const shown = await pdfText((await report(`?format=pdf${query}`)).bytes);
    const admin = await nameOf(server.admin);
    expect(shown).toContain(`Items approved by ${admin} (1), `);
    expect(shown).toMatch(new RegExp(`OWN Article OWN Approved by ${admin}, `));
    expect(shown).not.toMatch(/(?:BACK|REST) Article \w+ Approved by/);
  },
);
