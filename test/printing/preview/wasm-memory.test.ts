import { expect, test } from "vitest";
import { withMemoryLimit } from "../../../src/printing/preview/wasm-memory.ts";

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: { mem: { grow(pages: number): number } } };
};

const PAGE = 65_536;
const PREAMBLE = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A custom section before the memory, as long as its length takes two bytes. */
const CUSTOM = [0, 0x82, 0x01, 1, 0x78, ...Array.from({ length: 128 }, () => 0)];
const EXPORT = [7, 7, 1, 3, 0x6d, 0x65, 0x6d, 2, 0];
/** (module (memory (export "mem") 2)), its first size written as given. */
const moduleOf = (...memory: number[]) =>
  Uint8Array.from([...PREAMBLE, ...CUSTOM, 5, memory.length, ...memory, ...EXPORT]);

test.each([
  ["no limit", moduleOf(1, 0, 2)],
  ["a limit of its own", moduleOf(1, 1, 2, 0x80, 0x80, 4)],
])("a module with %s gets memory up to the limit and no further", (_, module) => {
  const { mem } = new WebAssembly.Instance(new WebAssembly.Module(withMemoryLimit(module, 300 * PAGE)))
    .exports;
  expect(mem.grow(298)).toBe(2);
  expect(() => mem.grow(1)).toThrow(RangeError);
});

test("a module without a memory is refused", () => {
  expect(() => withMemoryLimit(Uint8Array.from(PREAMBLE), PAGE)).toThrow(RangeError);
});
