import { join } from "node:path";
import Database from "better-sqlite3";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { deviceOf } from "../../../src/domain/stocktakes/addendum.ts";
import type { CommitteeMember } from "../../../src/domain/stocktakes/frame.ts";
import { readAddendum } from "../../../src/inventories/addenda/addendum-file.ts";
import { signersOf } from "../../../src/inventories/addenda/signers.ts";
import { pair } from "../../harness/paired-terminals.ts";
import { sharedServer, startServer } from "../../harness/server.ts";
import { generationOf } from "../../storage/storage-setup.ts";
import { createWarehouse } from "../stocktake.ts";
import { addendumOf, addTo, closeWithCommittee, STROKES } from "./addenda.ts";
import { checkFile, type File, fileOf, replaced, sealed } from "./closed.ts";

// Signatures and corrections that are added to the sealed record of a closed stocktake.

/** A stocktake whose chair has signed (1), with a correction (2). */
let id: number;
let record: File;
const server = sharedServer();
const correction = { kind: "correction", text: "Počet pil byl 4, ne 3." };
beforeAll(async () => {
  id = await closeWithCommittee(server);
  [record] = await sealed(server.manager, id);
  await addTo(server.manager, id);
  await addTo(server.manager, id, correction);
});

const listOf = async (inventoryId: number) =>
  (await server.manager.get(`/api/inventories/${inventoryId}/addenda`)).body;
const minutesOf = async (inventoryId = id) => {
  const { bytes } = await server.manager.get(
    `/api/inventories/${inventoryId}/report?format=pdf&only=minutes`,
  );
  return (await extractText(await getDocumentProxy(new Uint8Array(bytes)))).text.join("\n");
};

test("a signature has the person as in the record, and who entered it when", async () => {
  const { addenda, signers } = await listOf(id);
  expect(addenda[0]).toMatchObject({
    number: 1,
    kind: "signature",
    person: { position: 0, role: "chair", otherRoles: [], userId: null, name: "Petr Žák" },
    text: null,
    addedBy: { fullName: expect.any(String) },
    device: null,
  });
  expect(signers).toEqual([
    { position: 0, role: "chair", otherRoles: [], userId: null, name: "Petr Žák", addendum: 1 },
    { position: 1, role: "member", otherRoles: [], userId: null, name: "Eva Malá", addendum: null },
    { position: 2, role: "counter", otherRoles: [], userId: 3, name: "Uma Svoboda", addendum: null },
  ]);
});

test("a signature at a paired device names the device, in the list, the file and the minutes", async () => {
  const closed = await closeWithCommittee(server, "On a tablet");
  const { client, deviceId } = await pair(server, server.admin, "Tablet 7", 2, "2222");
  expect((await addTo(client, closed)).status).toBe(201);
  const device = { id: deviceId, name: "Tablet 7" };
  expect((await listOf(closed)).addenda).toMatchObject([{ number: 1, device, client: null }]);
  const file = await addendumOf(server.manager, closed, 1);
  expect(JSON.parse(file.toString())).toMatchObject({ device });
  expect(await minutesOf(closed)).toMatch(/Signed on a screen.*Addendum 1.*· Tablet 7/s);
});

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

test("a signature without a paired device names address and browser, in the list, the file and the minutes", async () => {
  const closed = await closeWithCommittee(server, "In a browser");
  expect((await addTo(server.manager, closed, undefined, { "user-agent": FIREFOX })).status).toBe(201);
  const from = {
    device: null,
    client: { address: expect.stringMatching(/^(127\.0\.0\.1|::1)/), browser: "Firefox, Windows" },
  };
  expect((await listOf(closed)).addenda).toMatchObject([from]);
  const file = await addendumOf(server.manager, closed, 1);
  expect(JSON.parse(file.toString())).toMatchObject(from);
  const minutes = (await minutesOf(closed)).replace(/\s+/g, " ");
  expect(minutes).toMatch(/Signed on a screen.*Addendum 1.*· [^ ]+, Firefox, Windows/);
  const changed = await checkFile(server.manager, replaced(file, "Firefox, Windows", "Firefox, Android"));
  expect(changed.body.outcome).toBe("changed");
});

test("an addendum of before there were clients is read as before", async () => {
  const { client, ...old } = JSON.parse((await addendumOf(server.manager, id, 1)).toString());
  expect(client).toBeDefined();
  const read = readAddendum(JSON.stringify(old));
  expect(read && [read.number, "client" in read, deviceOf(read)]).toEqual([1, false, null]);
});

test("who hands over and who takes over sign as well, behind the committee", async () => {
  const handover = { from: { name: "Jan Starý" }, to: { name: "Eva Nová" } };
  const handed = await closeWithCommittee(server, "Handed over", { purpose: "handover", handover });
  expect(
    (await addTo(server.manager, handed, { kind: "signature", person: 3, strokes: STROKES })).status,
  ).toBe(201);
  expect((await listOf(handed)).signers.slice(2, 4)).toEqual([
    { position: 2, role: "from", otherRoles: [], userId: null, name: "Jan Starý", addendum: null },
    { position: 3, role: "to", otherRoles: [], userId: null, name: "Eva Nová", addendum: 1 },
  ]);
  const minutes = await minutesOf(handed);
  expect(minutes.slice(minutes.indexOf("Taken over by: Eva Nová"))).toMatch(
    /^Taken over by: Eva Nová\s+Signed on a screen/,
  );
});

test("who is responsible for the assets signs as well, once, as the sealed record names the person", async () => {
  const own = { responsibleUserId: 3 };
  const closed = await closeWithCommittee(server, "Entrusted", undefined, own);
  const signature = { kind: "signature", person: 2, strokes: STROKES };
  const { status, body } = await addTo(server.manager, closed, signature);
  expect([status, body.person]).toEqual([
    201,
    { position: 2, role: "responsible", otherRoles: ["counter"], userId: 3, name: "Uma Svoboda" },
  ]);
  expect((await listOf(closed)).signers[2]).toMatchObject({ name: "Uma Svoboda", addendum: 1 });
  const minutes = await minutesOf(closed);
  expect(minutes).toMatch(
    /Uma Svoboda, Responsible for the assets,\s+Counter, lines: 1\s+Signed on a screen/,
  );
});

test("who is responsible and in the committee as such signs once", async () => {
  const committee = [
    { role: "chair", name: "Petr Žák" },
    { role: "responsible", userId: 3 },
  ];
  const frame = { purpose: "extraordinary", committee };
  const closed = await closeWithCommittee(server, "Named", frame, { responsibleUserId: 3 });
  expect((await listOf(closed)).signers).toHaveLength(2);
});

test("a person with several roles signs once, in all of them", async () => {
  const committee = [
    { role: "chair", userId: 2 },
    { role: "member", name: "Eva Malá" },
    { role: "counter", userId: 3 },
    { role: "recorder", name: "Eva Malá" },
  ];
  const handover = { from: { userId: 3 }, to: { name: "Jan Nový" } };
  const frame = { purpose: "handover", committee, handover };
  const closed = await closeWithCommittee(server, "Roles", frame, { responsibleUserId: 3 });
  const of = (position: number, role: string, otherRoles: readonly string[], name: string) =>
    expect.objectContaining({ position, role, otherRoles, name, addendum: null });
  expect((await listOf(closed)).signers).toEqual([
    of(0, "chair", [], "Max Dvorak"),
    of(1, "member", ["recorder"], "Eva Malá"),
    of(2, "counter", ["from", "responsible"], "Uma Svoboda"),
    of(5, "to", [], "Jan Nový"),
  ]);
  const signed = await signAs(closed, 2, { pin: "3333" });
  expect([signed.status, signed.body.person.otherRoles]).toEqual([201, ["from", "responsible"]]);
  const again = await signAs(closed, 4);
  expect([again.status, again.body.errors?.[0].path]).toEqual([400, "person"]);
  expect((await signAs(closed, 2)).status).toBe(409);
  expect((await signAs(closed, 5)).status).toBe(201);
  const minutes = (await minutesOf(closed)).replace(/\s+/g, " ");
  const signatures = minutes.slice(minutes.lastIndexOf("Signatures"));
  expect(signatures).toMatch(
    /Handed over by: Uma Svoboda, Counter, Responsible for the assets, lines: 1 Signed on a screen.*Taken over by: Jan Nový Signed on a screen.*Max Dvorak, Chair of the committee name, date, signature.*Eva Malá, Member of the committee, Recorder name, date, signature/,
  );
  expect(signatures.match(/Uma Svoboda,/g)).toHaveLength(1);
});

test("a user who has counted signs, though somebody without an account has the same name", async () => {
  const committee = [{ role: "chair", name: "Uma Svoboda" }];
  const closed = await closeWithCommittee(server, "By name", { purpose: "extraordinary", committee });
  expect((await listOf(closed)).signers).toMatchObject([
    { role: "chair", userId: null, name: "Uma Svoboda" },
    { role: "counter", userId: 3, name: "Uma Svoboda" },
  ]);
});

test("an addendum of one role, from when a person signed for each, is the signature of the person", async () => {
  const person = { userId: null, name: "Eva Malá" };
  const { addenda } = await listOf(id);
  const old = { ...addenda[0], person: { position: 1, role: "recorder", ...person } };
  const committee: CommitteeMember[] = [
    { role: "member", ...person },
    { role: "recorder", ...person },
    { role: "counter", ...person, name: "Petr Žák" },
  ];
  const frame = { committee, handover: null };
  expect(signersOf(frame, { responsible: [], counters: [] }, [old])).toMatchObject([
    { position: 0, name: "Eva Malá", addendum: old },
    { position: 2, name: "Petr Žák", addendum: null },
  ]);
});

test("somebody of the committee without an account does not sign for a responsible user of the same name", () => {
  const committee: CommitteeMember[] = [{ role: "responsible", userId: null, name: "Eva Malá" }];
  const user = { userId: 7, name: "Eva Malá", items: 5 };
  const frame = { committee, handover: null };
  expect(signersOf(frame, { responsible: [user], counters: [] }, [])).toMatchObject([
    { userId: null, items: null },
    { userId: 7, items: 5 },
  ]);
});

/** A record that Max Dvorak (2), Uma Svoboda (3), Bo Cerny (4) and somebody without an account sign. */
const closeForFour = (name: string) => {
  const users = [2, 3, 4].map((userId) => ({ role: userId === 2 ? "chair" : "member", userId }));
  const committee = [...users, { role: "counter", name: "Petr Žák" }];
  return closeWithCommittee(server, name, { purpose: "extraordinary", committee });
};
const signAs = (closed: number, person: number, secret: object = {}) =>
  addTo(server.manager, closed, { kind: "signature", person, strokes: STROKES, ...secret });

test("a signature is the person's own at the own login or with the own secret, and is marked where it is not", async () => {
  const closed = await closeForFour("Confirmed");
  await signAs(closed, 0);
  await signAs(closed, 1, { pin: "3333" });
  await signAs(closed, 2);
  await signAs(closed, 3);
  const { addenda } = await listOf(closed);
  const how = addenda.map(({ confirmed }: { confirmed: unknown }) => confirmed);
  expect(how).toEqual(["login", "pin", null, null]);
  const file = JSON.parse((await addendumOf(server.manager, closed, 2)).toString());
  expect([file.confirmed, file.addedBy.fullName]).toEqual(["pin", "Max Dvorak"]);
  const minutes = (await minutesOf(closed)).replace(/\s+/g, " ");
  for (const text of [
    "Addendum 1 · at the person's own login",
    "Addendum 2 · at the login of Max Dvorak · confirmed by the person's PIN",
    "Addendum 3 · at the login of Max Dvorak · not confirmed by the person",
    "Addendum 4 · at the login of Max Dvorak · a person without an account",
  ])
    expect(minutes).toContain(text);
});

test("a User adds the own signature at the own login", async () => {
  const closed = await closeForFour("By a User");
  const signature = { kind: "signature", person: 1, strokes: STROKES };
  const { status, body } = await addTo(server.user, closed, signature);
  expect([status, body.confirmed, body.addedBy.fullName]).toEqual([201, "login", "Uma Svoboda"]);
});

test.each<[what: string, body: object]>([
  ["the signature of another person", { kind: "signature", person: 0, strokes: STROKES }],
  ["that of a person without an account", { kind: "signature", person: 3, strokes: STROKES }],
  ["that of another person, with the PIN", { kind: "signature", person: 0, strokes: STROKES, pin: "2222" }],
  ["a correction", correction],
])("a User does not add %s", async (what, body) => {
  const closed = await closeForFour(`A User: ${what}`);
  expect((await addTo(server.user, closed, body)).status).toBe(403);
  expect((await listOf(closed)).addenda).toEqual([]);
});

test("a User sees the own person and the own signatures alone", async () => {
  const closed = await closeForFour("Seen by a User");
  await signAs(closed, 0);
  await signAs(closed, 1);
  const { body } = await server.user.get(`/api/inventories/${closed}/addenda`);
  expect(body.signers).toMatchObject([{ position: 1, userId: 3, addendum: 2 }]);
  expect(body.addenda.map(({ number }: { number: number }) => number)).toEqual([2]);
  expect((await server.user.get(`/api/inventories/${closed}/addenda/2`)).status).toBe(403);
});

test("a password confirms a signature", async () => {
  const closed = await closeForFour("By password");
  expect((await signAs(closed, 1, { password: "user-demo" })).body.confirmed).toBe("password");
});

test("a confirmed signature follows an unconfirmed one, and is the person's", async () => {
  const closed = await closeForFour("Confirmed later");
  expect((await signAs(closed, 1)).body).toMatchObject({ number: 1, confirmed: null });
  expect((await signAs(closed, 1, { pin: "3333" })).body).toMatchObject({ number: 2, confirmed: "pin" });
  const { addenda, signers } = await listOf(closed);
  expect(signers[1]).toMatchObject({ name: "Uma Svoboda", addendum: 2 });
  expect(addenda.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
  const minutes = (await minutesOf(closed)).replace(/\s+/g, " ");
  expect(minutes).toMatch(
    /Addendum 2 · at the login of Max Dvorak · confirmed by the person's PIN.* · Also signed on a screen: [^·]+ · Addendum 1 · at the login of Max Dvorak · not confirmed by the person/,
  );
});

test.each<[what: string, person: number, first: object, second: object]>([
  ["an unconfirmed one after an unconfirmed one", 1, {}, {}],
  ["an unconfirmed one after a confirmed one", 1, { pin: "3333" }, {}],
  ["a confirmed one after a confirmed one", 1, { pin: "3333" }, { password: "user-demo" }],
  ["one of a person without an account after one", 3, {}, {}],
])("no second signature: %s", async (what, person, first, second) => {
  const closed = await closeForFour(what);
  await signAs(closed, person, first);
  expect((await signAs(closed, person, second)).status).toBe(409);
  expect((await listOf(closed)).addenda).toHaveLength(1);
});

test("what is missing for the second signature is said", async () => {
  const closed = await closeForFour("Said");
  await signAs(closed, 1);
  expect((await signAs(closed, 1)).body.message).toBe(
    "Uma Svoboda has already signed: addendum 1. Only the person's own login, PIN or password adds another signature.",
  );
});

test.each<[what: string, person: number, secret: object, status: number]>([
  ["a wrong PIN", 1, { pin: "9182" }, 401],
  ["a wrong password", 1, { password: "manager-demo" }, 401],
  ["the PIN of the caller", 1, { pin: "2222" }, 401],
  ["a PIN for a person without an account", 3, { pin: "3333" }, 400],
  ["PIN and password", 1, { pin: "3333", password: "user-demo" }, 400],
])("%s adds nothing", async (what, person, secret, status) => {
  const closed = await closeForFour(what);
  expect((await signAs(closed, person, secret)).status).toBe(status);
  expect((await listOf(closed)).addenda).toEqual([]);
});

test("the file has strokes and text", async () => {
  const files = [await addendumOf(server.manager, id, 1), await addendumOf(server.manager, id, 2)];
  expect(files.map((file) => JSON.parse(file.toString()))).toMatchObject([
    { format: "tallybox addendum 1", inventory: { oid: id }, strokes: STROKES, text: null },
    { format: "tallybox addendum 1", inventory: { oid: id }, strokes: null, text: correction.text },
  ]);
});

test("each names the record and the addendum before it", async () => {
  const { addenda } = await listOf(id);
  const [first, second] = addenda;
  expect([first.record, first.previous]).toEqual([record.sha256, null]);
  expect([second.record, second.previous]).toEqual([record.sha256, first.sha256]);
});

test("the check says which addendum of which stocktake a file is", async () => {
  const { body } = await checkFile(server.manager, await addendumOf(server.manager, id, 1));
  expect(body).toMatchObject({
    outcome: "genuine",
    format: "addendum json",
    inventory: { oid: id },
    addendum: {
      number: 1,
      kind: "signature",
      person: { role: "chair", name: "Petr Žák" },
      confirmed: null,
      addedBy: { fullName: "Max Dvorak" },
    },
  });
});

test("another digit in the strokes is found", async () => {
  const file = await addendumOf(server.manager, id, 1);
  const { body } = await checkFile(server.manager, replaced(file, "M40 120", "M41 120"));
  expect(body.outcome).toBe("changed");
});

test("another tenant does not learn whose addendum it is", async () => {
  const { body } = await checkFile(server.admin2, await addendumOf(server.manager, id, 1));
  expect([body.outcome, body.inventory, body.addendum]).toEqual(["notKept", null, null]);
});

test("a record is no addendum", async () => {
  const { body } = await checkFile(server.manager, await fileOf(server.manager, id, "json"));
  expect([body.format, body.addendum]).toEqual(["json", null]);
});

test("the minutes have the signature with its moment and number, and the correction", async () => {
  const text = await minutesOf();
  const { addenda } = await listOf(id);
  const moments = addenda.map(({ addedDT }: { addedDT: string }) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
      new Date(addedDT),
    ),
  );
  expect(text).toContain(`Signed on a screen: ${moments[0]} · Addendum 1 · at the login of Max Dvorak`);
  expect(text).toContain(`Addendum 2 · ${moments[1]}`);
  expect(text).toContain(correction.text);
});

test("a person who has not signed has a line for the pen, in minutes without those who have only counted", async () => {
  const minutes = await minutesOf();
  expect(minutes.match(/name, date, signature/g)).toHaveLength(1);
  expect(minutes.slice(minutes.lastIndexOf("Signatures"))).not.toContain("Uma Svoboda");
});

test("the sealed record stays as it was", async () => {
  expect((await sealed(server.manager, id))[0]).toEqual(record);
});

test("a person signs once", async () => {
  const { status, body } = await addTo(server.manager, id);
  expect([status, body.message]).toEqual([409, "Petr Žák has already signed: addendum 1."]);
});

test.each<[what: string, body: object, path: string]>([
  ["a person who does not sign", { kind: "signature", person: 3, strokes: STROKES }, "person"],
  ["no person", { kind: "signature", strokes: STROKES }, "person"],
  ["no strokes", { kind: "signature", person: 1 }, "strokes"],
  ["strokes beyond the field", { kind: "signature", person: 1, strokes: "M0 0L601 0" }, "strokes"],
  ["a dot", { kind: "signature", person: 1, strokes: "M10 10L11 10" }, "strokes"],
  ["a signature with a text", { kind: "signature", person: 1, strokes: STROKES, text: "x" }, "text"],
  ["a correction with strokes", { ...correction, strokes: STROKES }, "strokes"],
  ["an empty correction", { kind: "correction", text: " " }, "text"],
  ["a correction of 2,001 characters", { kind: "correction", text: "x".repeat(2001) }, "text"],
])("%s is refused", async (_, body, path) => {
  const response = await addTo(server.manager, id, body);
  expect([response.status, response.body.errors[0].path]).toEqual([400, path]);
  expect((await listOf(id)).addenda).toHaveLength(2);
});

test("an open stocktake gets none", async () => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Open");
  await warehouse.article("OPEN", { Open: 1 });
  const open = await warehouse.stocktake(["Open"]);
  const { status, body } = await addTo(server.manager, open, correction);
  expect([status, body.message]).toEqual([400, "Only a closed stocktake has a sealed record."]);
});

test("those that come at once are numbered without a gap, in one chain", async () => {
  const other = await closeWithCommittee(server, "At once");
  const sent = await Promise.all(
    [1, 2, 3, 4].map((n) => addTo(server.manager, other, { kind: "correction", text: `No. ${n}` })),
  );
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const { addenda } = await listOf(other);
  expect(addenda.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4]);
  const hashes = addenda.map(({ sha256 }: { sha256: string }) => sha256);
  expect(addenda.map(({ previous }: { previous: string }) => previous)).toEqual([
    null,
    ...hashes.slice(0, 3),
  ]);
});

test("the audit has them as changes of the stocktake", async () => {
  const { body } = await server.admin.get(`/api/audit?entity=inventory&entityId=${id}`);
  const changes = body.flatMap((entry: { changes: { field: string; after: unknown }[] }) => entry.changes);
  expect(changes.filter(({ field }: { field: string }) => field === "addendum")).toEqual([
    { field: "addendum", before: null, after: { number: 2, kind: "correction", person: null } },
    { field: "addendum", before: null, after: { number: 1, kind: "signature", person: "Petr Žák" } },
  ]);
});

test("a download is in the security log as an export", async () => {
  await addendumOf(server.manager, id, 2);
  const { body } = await server.admin.get("/api/security-events?limit=20");
  expect(body.map((event: { details: unknown }) => event.details)).toContainEqual({
    table: "addendum",
    format: "json",
    inventory: id,
  });
});

test("the database refuses to change, replace and remove one, and a gap", async () => {
  const own = await startServer();
  const closed = await closeWithCommittee(own);
  await addTo(own.manager, closed);
  await own.halt();
  const database = new Database(join(own.folder, generationOf(own.folder)));
  const rest = "isConfirmed, content, sha256, signature, publicKey FROM inventoryAddendum";
  const texts = [
    "UPDATE inventoryAddendum SET content = '{}'",
    "DELETE FROM inventoryAddendum",
    "INSERT OR REPLACE INTO inventoryAddendum SELECT * FROM inventoryAddendum",
    `INSERT OR REPLACE INTO inventoryAddendum SELECT oid, tenantId, inventoryId, 2, 1, ${rest}`,
    `INSERT OR REPLACE INTO inventoryAddendum SELECT NULL, tenantId, inventoryId, 2, person, ${rest}`,
    `INSERT INTO inventoryAddendum SELECT NULL, tenantId, inventoryId, 3, NULL, ${rest}`,
  ];
  try {
    for (const text of texts) expect(() => database.exec(text), text).toThrow("an addendum never changes");
  } finally {
    database.close();
  }
});

test("after 200 corrections no other one is added, but a signature is", async () => {
  const full = await closeWithCommittee(server, "Full");
  for (let number = 1; number <= 200; number++) await addTo(server.manager, full, correction);
  const refused = await addTo(server.manager, full, correction);
  expect([refused.status, refused.body.message]).toEqual([400, "A record has at most 200 corrections."]);
  expect((await addTo(server.manager, full)).body.number).toBe(201);
});

test("the login of one of two users of one name is told by the user name", async () => {
  const own = await startServer();
  const namesake = { userName: "max2", firstName: "Max", lastName: "Dvorak", roles: ["User"] };
  expect((await own.admin.post("/api/users", namesake)).status).toBe(201);
  const closed = await closeWithCommittee(own);
  const { body } = await addTo(own.manager, closed, correction);
  expect(body.addedBy.fullName).toMatch(/^Max Dvorak \((?!max2).+\)$/);
});
