import { createHash, generateKeyPairSync } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { endOf, makeSeal } from "../../../src/inventories/seal/seal-file.ts";
import { sharedServer } from "../../harness/server.ts";
import { checkFile, closeStocktake, type File, fileOf, replaced, sealed } from "./closed.ts";

// Whether a file is a sealed record of the server.

let id: number;
let json: Buffer;
let pdf: Buffer;
let files: readonly [json: File, pdf: File];
const server = sharedServer();
beforeAll(async () => {
  id = await closeStocktake(server);
  files = await sealed(server.manager, id);
  json = await fileOf(server.manager, id, "json");
  pdf = await fileOf(server.manager, id, "pdf");
});

const outcomeOf = async (bytes: Uint8Array, client = server.manager) => {
  const { body } = await checkFile(client, bytes);
  return body.outcome;
};

test("the JSON is genuine, and the stocktake is named", async () => {
  const { sealedDT, sha256, publicKey } = files[0];
  expect((await checkFile(server.manager, json)).body).toEqual({
    outcome: "genuine",
    format: "json",
    sha256,
    publicKey,
    inventory: { oid: id, name: "Roční inventura" },
    sealedDT,
    addendum: null,
  });
});

test("the PDF is genuine", async () => {
  expect(await outcomeOf(pdf)).toBe("genuine");
});

test("one other digit in the JSON is found", async () => {
  expect(await outcomeOf(replaced(json, '"inventoryQuantity":3', '"inventoryQuantity":7'))).toBe("changed");
});

test("one other byte in the PDF is found", async () => {
  const copy = Buffer.from(pdf);
  copy[1000] = (copy[1000] ?? 0) ^ 1;
  expect(await outcomeOf(copy)).toBe("changed");
});

test("any other character of the seal is found", async () => {
  const { signature, publicKey, sha256 } = files[0];
  for (const text of [signature, publicKey, sha256])
    for (const at of [0, text.length - 1]) {
      const other = text[at] === "a" ? "b" : "a";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(["changed", "noSeal"]).toContain(await outcomeOf(replaced(json, text, changed)));
    }
});

test("another spelling of the same signature makes it no record", async () => {
  const { signature } = files[0];
  expect(await outcomeOf(replaced(json, signature, signature.toUpperCase()))).toBe("noSeal");
});

test("the seal of a JSON is none of a PDF", async () => {
  const content = json.subarray(0, json.lastIndexOf(',"seal":'));
  expect(await outcomeOf(Buffer.concat([content, Buffer.from(endOf("pdf", files[0]))]))).toBe("changed");
});

test("a hash that fits other content does not fit the signature", async () => {
  const content = Buffer.from('{"report":{}');
  const sha256 = createHash("sha256").update(content).digest("hex");
  const forged = Buffer.concat([content, Buffer.from(endOf("json", { ...files[0], sha256 }))]);
  expect(await outcomeOf(forged)).toBe("changed");
});

test("bytes behind the seal make it no record", async () => {
  expect(await outcomeOf(Buffer.concat([pdf, Buffer.from("\n% more\n")]))).toBe("noSeal");
});

test("a file that was cut off is no record", async () => {
  expect(await outcomeOf(json.subarray(0, -3))).toBe("noSeal");
});

test("an empty file is no record", async () => {
  expect(await outcomeOf(Buffer.alloc(0))).toBe("noSeal");
});

test("a record that somebody else has sealed is told from the server's own", async () => {
  const content = json.subarray(0, json.lastIndexOf(',"seal":'));
  const seal = makeSeal(generateKeyPairSync("ed25519").privateKey, "json", files[0].sha256);
  expect(await outcomeOf(Buffer.concat([content, Buffer.from(endOf("json", seal))]))).toBe("otherKey");
});

test("another tenant does not learn which stocktake it is", async () => {
  const { body } = await checkFile(server.admin2, json);
  expect([body.outcome, body.inventory]).toEqual(["notKept", null]);
});
