import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hexOf, hmacSha256, sha256 } from "../../src/domain/sha256.ts";

test("SHA-256 and HMAC of any bytes are those of Node.js", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 150 }), (message, key) => {
      expect(hexOf(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
      expect(hexOf(hmacSha256(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
    }),
  );
});

test("a key of HMAC as long as a block is used as it is", () => {
  const [key, message] = [new Uint8Array(64).fill(7), new Uint8Array(3)];
  expect(hexOf(hmacSha256(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
});

test("SHA-256 of as many bytes as a photo has is that of Node.js", () => {
  const bytes = new Uint8Array(700_001).map((_, at) => at % 251);
  expect(hexOf(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
});
