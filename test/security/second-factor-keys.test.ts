import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { factorKeys } from "../../src/access/second-factor/keys.ts";

test("a stored secret can be decrypted only for its user and with its key", () => {
  const [folder, other] = ["one", "other"].map((name) => mkdtempSync(join(tmpdir(), `tallybox-${name}-`)));
  if (folder === undefined || other === undefined) throw new Error("no folders");
  onTestFinished(() => {
    for (const each of [folder, other]) rmSync(each, { recursive: true });
  });
  const sealed = factorKeys(folder).encrypt(2, Buffer.from("a secret"));
  expect(factorKeys(folder).decrypt(2, sealed)?.toString()).toBe("a secret");
  expect(factorKeys(folder).decrypt(3, sealed)).toBe(null);
  expect(factorKeys(other).decrypt(2, sealed)).toBe(null);
});
