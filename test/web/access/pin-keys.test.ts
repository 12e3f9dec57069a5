import { describe, expect, test } from "vitest";
import { newPinKeys } from "../../../src/web/terminal/lock/pin-keys.ts";

describe("keys at the PIN pad", () => {
  /** Reads keys that follow each other after these pauses (ms). */
  function readKeys(keys: readonly (readonly [string, number])[]): string[] {
    const reader = newPinKeys();
    let timeStamp = 10_000;
    return keys.map(([key, pause]) => {
      timeStamp += pause;
      const found = reader.read({ key, timeStamp, ctrlKey: false, altKey: false, metaKey: false });
      return found === null ? "-" : found.is === "digit" ? found.digit : found.is;
    });
  }
  const typed = (text: string, pause: number) => [...text].map((key) => [key, pause] as const);

  test("typed digits are digits, also fast ones", () => {
    expect(readKeys([...typed("3333", 60), ["Backspace", 60], ["3", 60], ["Enter", 60]])).toEqual([
      ...["3", "3", "3", "3", "back", "3", "enter"],
    ]);
  });

  test("a PIN typed twice is read as two PINs", () => {
    const once = [...typed("111111", 90), ["Enter", 90] as const];
    expect(readKeys([...once, ...once])).toEqual(
      [...once, ...once].map(([key]) => (key === "Enter" ? "enter" : key)),
    );
  });

  test.each([
    ["of digits, typed fast", typed("12345", 3), 3],
    ["of letters and digits, typed fast", typed("A00123", 5), 5],
    ["of many digits, typed slowly", typed("8594001234567", 100), 100],
    ["that begins with a letter, typed slowly", typed("A0123", 100), 100],
  ])("a scanned code %s confirms no PIN by its Enter", (_, code, pause) => {
    const keys = readKeys([...code, ["Enter", pause]]);
    expect(keys[keys.length - 1]).toBe("scan");
    expect(keys).not.toContain("enter");
  });

  test("a PIN is read after a scan", () => {
    expect(
      readKeys([...typed("12345", 3), ["Enter", 3], ["4", 900], ...typed("444", 80), ["Enter", 80]]),
    ).toEqual([...["1", "scan", "scan", "scan", "scan", "scan", "4", "4", "4", "4", "enter"]]);
  });

  test("keys that type nothing are ignored", () => {
    expect(
      readKeys([
        ["Shift", 50],
        ["Tab", 50],
        ["ArrowLeft", 50],
        [" ", 50],
        ["F5", 50],
      ]),
    ).toEqual(Array(5).fill("-"));
  });
});
