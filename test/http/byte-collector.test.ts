import { expect, test } from "vitest";
import { ByteCollector } from "../../src/http/pipeline/request-body.ts";

test("chunks of any size result in one text", () => {
  const collector = new ByteCollector();
  const pieces = ["a", "bc", "", "def", "g".repeat(5000), "h"];
  for (const piece of pieces) collector.append(Buffer.from(piece));
  expect(collector.bytes().toString()).toBe(pieces.join(""));
  collector.clear();
  expect(collector.bytes()).toHaveLength(0);
});

test("a million chunks of one byte take at most twice their bytes", () => {
  const collector = new ByteCollector();
  const piece = Buffer.from("x");
  for (let i = 0; i < 1_000_000; i++) collector.append(piece);
  expect(collector.bytes().buffer.byteLength).toBeLessThanOrEqual(2_097_152);
  expect(collector.bytes()).toHaveLength(1_000_000);
});
