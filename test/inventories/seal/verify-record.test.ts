import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { endOf, makeSeal } from "../../../src/inventories/seal/seal-file.ts";
import { sharedServer } from "../../harness/server.ts";
import { addendumOf, addTo, closeWithCommittee } from "./addenda.ts";
import { type File, fileOf, replaced, sealed } from "./closed.ts";
import { runVerify, verify } from "./run-verify.ts";

// The program of scripts/verify-record, which needs no server.

let json: Buffer;
let pdf: Buffer;
let files: readonly [json: File, pdf: File];
let addenda: readonly Buffer[];
const server = sharedServer();
beforeAll(async () => {
  const id = await closeWithCommittee(server);
  files = await sealed(server.manager, id);
  json = await fileOf(server.manager, id, "json");
  pdf = await fileOf(server.manager, id, "pdf");
  await addTo(server.manager, id);
  for (const text of ["It was 4.", "It was 5."])
    await addTo(server.manager, id, { kind: "correction", text });
  addenda = await Promise.all([1, 2, 3].map((number) => addendumOf(server.manager, id, number)));
});

/** Runs the program with the record and these addenda, in files of their names. */
const verifyChain = (given: Readonly<Record<string, Buffer | undefined>>) =>
  runVerify({ record: json, ...given }, ["record", ...Object.keys(given), "--key", files[0].publicKey]);

test("a key in capital letters is the same key", async () => {
  const { status } = await verify(json, "record", "--key", files[0].publicKey.toUpperCase());
  expect(status).toBe(0);
});

test.each(["json", "pdf"] as const)("an unchanged %s of the given key is genuine", async (format) => {
  const [file, { sha256, publicKey }] = format === "json" ? [json, files[0]] : [pdf, files[1]];
  expect(await verify(file, "record", "--key", publicKey)).toEqual({
    status: 0,
    output: `GENUINE: byte for byte the record that this key has sealed (${format}, SHA-256 ${sha256}).\n`,
  });
});

test("without a key it names the one of the file, and has a status of its own", async () => {
  const { status, output } = await verify(pdf, "record");
  expect([status, output]).toEqual([3, expect.stringContaining("NOT COMPARED")]);
  expect(output).toContain(files[1].publicKey);
});

test("another digit is found", async () => {
  const changed = replaced(json, '"inventoryQuantity":3', '"inventoryQuantity":7');
  const { status, output } = await verify(changed, "record");
  expect([status, output]).toEqual([1, expect.stringContaining("CHANGED")]);
});

test("a file without a seal is told", async () => {
  const { status, output } = await verify(Buffer.from("{}"), "record");
  expect([status, output]).toEqual([1, expect.stringContaining("NO SEAL")]);
});

test("another key than the given one is told", async () => {
  const { status, output } = await verify(json, "record", "--key", "a".repeat(64));
  expect([status, output]).toEqual([1, expect.stringContaining("OTHER KEY")]);
});

test("of an addendum by another key it says that the server may have had a later one", async () => {
  const { status, output } = await verify(addenda[0] ?? null, "record", "--key", "a".repeat(64));
  expect([status, output]).toEqual([1, expect.stringContaining("if that is the server's later key")]);
});

test("a file that does not exist is an error", async () => {
  const { status, output } = await verify(null, "record");
  expect([status, output]).toEqual([2, expect.stringContaining("no such file")]);
});

test("without a file it prints the usage", async () => {
  const { status, output } = await verify(null);
  expect([status, output]).toEqual([2, expect.stringContaining("Usage: npm run verify-record -- FILE")]);
});

test("an addendum is named with its stocktake, kind and person", async () => {
  const { status, output } = await verify(addenda[0] ?? null, "record", "--key", files[0].publicKey);
  expect(status).toBe(0);
  expect(output).toContain("GENUINE: byte for byte the addendum that this key has sealed (addendum json");
  expect(output).toMatch(/Addendum 1 of stocktake \d+, Roční inventura: signature of Petr Žák \(chair\), 20/);
});

test("the texts of a file that anybody may have sealed move no line of the output", async () => {
  const content = addenda[0]
    ?.toString()
    .split(',"seal":')[0]
    ?.replace("Roční inventura", String.raw`\n\u001b[1A GENUINE`);
  if (content === undefined) throw new Error("no addendum");
  const { privateKey } = generateKeyPairSync("ed25519");
  const hash = createHash("sha256").update(content).digest("hex");
  const forged = content + endOf("addendum json", makeSeal(privateKey, "addendum json", hash));
  const { status, output } = await verify(Buffer.from(forged), "record");
  expect([status, output]).toEqual([3, expect.stringContaining("NOT COMPARED")]);
  expect(output).toContain("??[1A GENUINE");
});

test("the addenda of a record are a chain, in any order", async () => {
  const { status, output } = await verifyChain({ three: addenda[2], one: addenda[0], two: addenda[1] });
  expect([status, output]).toEqual([0, expect.stringContaining("CHAIN: addenda 1 to 3 follow the record.")]);
});

test("a missing addendum breaks the chain", async () => {
  const { status, output } = await verifyChain({ one: addenda[0], three: addenda[2] });
  expect([status, output]).toEqual([1, expect.stringContaining("BROKEN CHAIN: addendum 2 is missing")]);
});

test("an addendum of another record breaks the chain", async () => {
  const other = await closeWithCommittee(server, "Another");
  await addTo(server.manager, other);
  const { status, output } = await verifyChain({ one: await addendumOf(server.manager, other, 1) });
  expect([status, output]).toEqual([
    1,
    expect.stringContaining("BROKEN CHAIN: addendum 1 is one of another record"),
  ]);
});

test("a changed addendum is no part of a chain", async () => {
  const [one, two] = addenda;
  if (one === undefined) throw new Error("no addendum");
  const { status, output } = await verifyChain({ one: replaced(one, "M40", "M41"), two });
  expect([status, output]).toEqual([1, expect.stringContaining("NO CHAIN")]);
  expect(output).toContain("CHANGED");
});
