import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { xlsxFile } from "../../src/platform/tables/xlsx-write.ts";
import type { ExtraHeaders } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { check } from "./uploads.ts";

const { admin } = sharedServer();

const recheck = (id: number, options: object, headers: ExtraHeaders = {}) =>
  admin.put(`/api/imports/${id}`, options, headers);

const TITLED = [
  "List of assets;;",
  ";;",
  "Printed by ERP;;",
  "Kód;Označení;Skupina;Poznámka",
  "T1;Chair;Seats;",
  "T2;Desk;Desks;old",
].join("\n");

test("titles above the table are skipped, and the first rows are shown unchanged", async () => {
  const { body } = await check(admin, "articles", TITLED);
  expect(body).toMatchObject({
    headerRow: 4,
    sheets: null,
    sheet: null,
    rows: 2,
    validRows: 0,
    errorRows: 2,
  });
  expect(body.firstRows.slice(0, 4)).toEqual([
    { row: 1, cells: ["List of assets", "", ""] },
    { row: 2, cells: [] },
    { row: 3, cells: ["Printed by ERP", "", ""] },
    { row: 4, cells: ["Kód", "Označení", "Skupina", "Poznámka"] },
  ]);
  expect(body.columns[3]).toEqual({
    ...{ column: 3, letter: "D", header: "Poznámka", field: "note", samples: ["old"] },
  });
});

test("a file is checked again with other options, without another upload", async () => {
  const first = (await check(admin, "articles", TITLED)).body;
  const { status, body } = await recheck(first.id, {
    columns: [
      { column: 1, field: null },
      { column: 3, field: "name" },
    ],
    defaults: { type: "Furniture", name: "Unnamed" },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: first.id, errors: [], toCreate: 2, validRows: 2 });
  expect(body.options).toEqual({
    columns: [
      { column: 1, field: null },
      { column: 3, field: "name" },
    ],
    defaults: { type: "Furniture", name: "Unnamed" },
  });
  const names = body.preview.create.map(({ changes }: { changes: { after: string }[] }) => changes[0]?.after);
  expect(names).toEqual(["Unnamed", "old"]);
  const again = await recheck(first.id, { headerRow: 5 });
  expect(again.body).toMatchObject({ headerRow: 5, rows: 1, options: { headerRow: 5 } });
});

test("columns chosen by index replace those that the upload chose by headers", async () => {
  const columns = JSON.stringify({ Poznámka: "name" });
  const { body } = await check(admin, "articles", TITLED, { columns });
  const fieldsOf = (shown: { columns: { field: string | null }[] }) =>
    shown.columns.map(({ field }) => field);
  expect(fieldsOf(body)).toEqual(["code", "name", "category", "name"]);
  const same = (await recheck(body.id, { defaults: { type: "Furniture" } })).body;
  expect(fieldsOf(same)).toEqual(fieldsOf(body));
  const anew = (await recheck(body.id, { columns: [] })).body;
  expect(fieldsOf(anew)).toEqual(["code", "name", "category", "note"]);
});

test("each check is a revision", async () => {
  const { body } = await check(admin, "articles", TITLED);
  const second = (await recheck(body.id, { defaults: { type: "Furniture" } })).body;
  const third = (await recheck(body.id, { columns: [] })).body;
  expect([body.revision, second.revision, third.revision]).toEqual([1, 2, 3]);
  const list = (await admin.get("/api/imports")).body;
  expect(list.find(({ id }: { id: number }) => id === body.id).revision).toBe(3);
});

test("the sheet with the table is found, and another one may be chosen", async () => {
  const table = (name: string, titles: string[]) => ({
    name,
    columns: titles.map((title) => ({ title })),
    rows: [["S1", "x", "y", "z"]],
  });
  const names = ["Code", "Name", "Category", "Type"];
  const file = await buffer(
    xlsxFile([table("About", ["Made by"]), table("Data", names), table("Old", names)]),
  );
  const { body } = await check(admin, "articles", file);
  expect(body).toMatchObject({ sheets: ["About", "Data", "Old"], sheet: "Data", errors: [] });
  expect((await recheck(body.id, { sheet: "old" })).body.sheet).toBe("Old");
});

test.each([
  ["a sheet that is not there", { sheet: "Nowhere" }, "sheet"],
  ["a header row without content", { headerRow: 2 }, "headerRow"],
  ["a header row too far down", { headerRow: 31 }, "headerRow"],
  ["a field of another kind", { columns: [{ column: 0, field: "userName" }] }, "columns.0.field"],
  [
    "two columns for one date",
    {
      columns: [
        { column: 0, field: "dtBuy" },
        { column: 1, field: "dtBuy" },
      ],
    },
    "columns.1.field",
  ],
  ["a column beyond the file", { columns: [{ column: 2, field: "name" }] }, "columns.0.column"],
  [
    "one column twice",
    {
      columns: [
        { column: 1, field: null },
        { column: 1, field: "name" },
      ],
    },
    "columns.1.column",
  ],
  [
    "two decisions for one cause",
    {
      decisions: [
        { cause: "name.missing", action: "leaveOut" },
        { cause: "name.missing", action: "replace", to: "x" },
      ],
    },
    "decisions.1",
  ],
  [
    "two decisions for one value",
    {
      decisions: [
        { cause: "user.unknown", value: "x", action: "empty" },
        { cause: "user.unknown", action: "create" },
        { cause: "user.unknown", value: " x", action: "leaveOut" },
      ],
    },
    "decisions.2",
  ],
  ["a default that is no price", { defaults: { price: "much" } }, "defaults.price"],
  ["a default code", { defaults: { code: "X" } }, "defaults.code"],
  [
    "an action that is not offered",
    { decisions: [{ cause: "name.missing", action: "create" }] },
    "decisions.0.action",
  ],
  ["no cause at all", { decisions: [{ cause: "nothing", action: "leaveOut" }] }, "decisions.0.cause"],
  ["nothing to replace by", { decisions: [{ cause: "name.missing", action: "replace" }] }, "decisions.0.to"],
])("%s is refused by name, and the earlier result stays", async (_, options, path) => {
  const columns = ["Code", "Name"].map((title) => ({ title }));
  const rows = [
    [null, null],
    ["A000001", "x"],
  ];
  const file = await buffer(xlsxFile([{ name: "A", columns, rows }]));
  const { body } = await check(admin, "articles", file);
  const refused = await recheck(body.id, options);
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
  expect((await admin.get(`/api/imports/${body.id}`)).body).toEqual(body);
});

test("a CSV file has no sheet to choose", async () => {
  const file = "Code,Name\nA000001,x";
  const uploaded = await check(admin, "articles", file, { sheet: "Data" });
  expect([uploaded.status, uploaded.body.errors[0].path]).toEqual([400, "sheet"]);
  const { body } = await check(admin, "articles", file);
  const refused = await recheck(body.id, { sheet: "Data" });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: "sheet", message: "must be absent: a CSV file has no sheets" }],
  ]);
});

test("the maximum number of decisions can be sent, with all their data", async () => {
  const { body } = await check(admin, "articles", "Code,Name,User\nA000001,x,somebody 1");
  const decisionsOf = (count: number) => ({
    decisions: Array.from({ length: count }, (_, index) => ({
      ...{ cause: "user.unknown", value: `somebody ${index}`, action: "replace", to: "admin" },
    })),
  });
  const most = await recheck(body.id, decisionsOf(4_000));
  expect([most.status, most.body.errors]).toEqual([200, []]);
  const refused = await recheck(body.id, decisionsOf(4_001));
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, "decisions"]);
});

test("a check with other options ends the upload's check, and the import stays", async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `U${index},Chair,Seats`);
  const uploading = check(admin, "articles", `Code,Name,Category\n${rows.join("\n")}`);
  const newest = async () => (await admin.get("/api/imports")).body[0];
  await expect
    .poll(
      async () => {
        const one = await newest();
        return one.state === "checking" && one.progress.done > 0;
      },
      { interval: 5 },
    )
    .toBe(true);
  const { id } = await newest();
  const again = await recheck(id, { defaults: { type: "A" } });
  expect((await uploading).status).toBe(400);
  expect([again.status, again.body.errors, again.body.validRows]).toEqual([200, [], 30_000]);
  expect((await recheck(id, { defaults: { type: "B" } })).status).toBe(200);
});

test("a second check ends the first one", async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `R${index},Chair,Seats`);
  const { body } = await check(admin, "articles", `Code,Name,Category\n${rows.join("\n")}`);
  const slow = recheck(body.id, { defaults: { type: "A" } });
  await expect
    .poll(async () => (await admin.get(`/api/imports/${body.id}`)).body.state, { interval: 5 })
    .toBe("checking");
  const second = await recheck(body.id, { defaults: { type: "B" } });
  expect((await slow).status).toBe(400);
  expect(second.body).toMatchObject({ state: "checked", errors: [], options: { defaults: { type: "B" } } });
});

const tagOf = async (id: number) => (await admin.get(`/api/imports/${id}`)).headers.get("etag") ?? "";

test("options for an earlier check are 412, and those of the last one stay; with its tag they replace it", async () => {
  const { body } = await check(admin, "articles", TITLED);
  const ifShown = { "If-Match": await tagOf(body.id) };
  const theirs = await recheck(body.id, { defaults: { type: "Theirs" } }, ifShown);
  expect(theirs.status).toBe(200);
  const refused = await recheck(body.id, { defaults: { type: "Mine" } }, ifShown);
  expect([refused.status, refused.body.message]).toEqual([
    412,
    "Somebody else changed this record in the meantime. Reload it and repeat your change.",
  ]);
  expect((await admin.get(`/api/imports/${body.id}`)).body.options).toEqual({ defaults: { type: "Theirs" } });
  const ifTheirs = { "If-Match": theirs.headers.get("etag") ?? "" };
  expect((await recheck(body.id, { defaults: { type: "Mine" } }, ifTheirs)).status).toBe(200);
});

/** Holds the checks that are sent to worker threads, until the returned function is called. */
function holdChecks(): () => void {
  const { postMessage } = Worker.prototype;
  const held: (() => void)[] = [];
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...more) {
    const send = () => postMessage.call(this, message, ...more);
    const input: unknown = Object(message).input;
    if (Object.hasOwn(Object(input), "importId")) held.push(send);
    else send();
  };
  const release = () => {
    Worker.prototype.postMessage = postMessage;
    for (const send of held.splice(0)) send();
  };
  onTestFinished(release);
  return release;
}

/** A check with options and `If-Match` that runs until `release` is called. */
async function heldCheck() {
  const { id } = (await check(admin, "articles", "Code,Name,Category\nH1,Chair,Seats")).body;
  const ifShown = { "If-Match": await tagOf(id) };
  const release = holdChecks();
  const first = recheck(id, { defaults: { type: "A" } }, ifShown);
  await expect.poll(async () => (await admin.get(`/api/imports/${id}`)).body.state).toBe("checking");
  return { id, ifShown, first, release };
}

test("options for another version do not end the running check", async () => {
  const { id, first, release } = await heldCheck();
  const stale = await recheck(id, { defaults: { type: "B" } }, { "If-Match": '"another"' });
  release();
  expect([stale.status, (await first).status]).toEqual([412, 200]);
});

test("a check with a tag that a second one ends is 412: somebody else has changed the options", async () => {
  const { id, ifShown, first, release } = await heldCheck();
  const second = recheck(id, { defaults: { type: "B" } }, ifShown);
  expect((await first).status).toBe(412);
  release();
  expect((await second).status).toBe(200);
});

test("a check with a tag that is cancelled is 400: no conflict", async () => {
  const { id, first } = await heldCheck();
  expect((await admin.delete(`/api/imports/${id}`)).status).toBe(204);
  expect((await first).status).toBe(400);
});

test("options for an earlier version of an applied import are 400: no conflict", async () => {
  const { body } = await check(admin, "locations", "Path\nEarlier");
  const earlier = { "If-Match": await tagOf(body.id) };
  await recheck(body.id, {});
  expect((await admin.put(`/api/imports/${body.id}/apply`)).status).toBe(200);
  expect((await recheck(body.id, {}, earlier)).status).toBe(400);
});

test("an import is cancelled with the tag of its last check only", async () => {
  const { body } = await check(admin, "articles", TITLED);
  const url = `/api/imports/${body.id}`;
  const earlier = { "If-Match": await tagOf(body.id) };
  await recheck(body.id, {});
  expect((await admin.delete(url, earlier)).status).toBe(412);
  expect((await admin.delete(url, { "If-Match": await tagOf(body.id) })).status).toBe(204);
});

test("an import is applied with the tag of its last check only", async () => {
  const { body } = await check(admin, "locations", "Path\nShown");
  const url = `/api/imports/${body.id}`;
  const earlier = { "If-Match": await tagOf(body.id) };
  await recheck(body.id, {});
  expect((await admin.put(`${url}/apply`, undefined, earlier)).status).toBe(412);
  expect((await admin.get(url)).body.state).toBe("checked");
  expect((await admin.put(`${url}/apply`, undefined, { "If-Match": await tagOf(body.id) })).status).toBe(200);
});

test("an import that is being applied is not checked again", async () => {
  const { body } = await check(admin, "locations", "Path\nOnce");
  await admin.put(`/api/imports/${body.id}/apply`);
  const refused = await recheck(body.id, {});
  expect([refused.status, refused.body.message]).toEqual([400, "The import has been applied already."]);
});
