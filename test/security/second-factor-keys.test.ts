import { expect, test } from "vitest";
import { factorKeys } from "../../src/access/second-factor/keys.ts";
import { createFolder } from "../harness/folder.ts";

test("a stored secret can be decrypted only for its user and with its key", () => {
  const [folder, other] = [createFolder(), createFolder()];
  const sealed = factorKeys(folder).encrypt(2, Buffer.from("a secret"));
  expect(factorKeys(folder).decrypt(2, sealed)?.toString()).toBe("a secret");
  expect(factorKeys(folder).decrypt(3, sealed)).toBe(null);
  expect(factorKeys(other).decrypt(2, sealed)).toBe(null);
});
