import { describe, expect, test } from "vitest";
import { claimsOf } from "../../../src/web/access/claims.ts";
import { codeIn, inGroups, isPairing } from "../../../src/web/access/code.ts";
import { modelOf, nameFor } from "../../../src/web/access/device-name.ts";
import { inOrder } from "../../../src/web/access/people.ts";
import { newPinKeys } from "../../../src/web/access/pin-keys.ts";

test.each([
  ["K7QF2MX-PABCDEF", "K7QF2MX-PABCDEF"],
  ["  k7qf2mx pabcdef ", "k7qf2mx pabcdef"],
  ["TALLY-DEV:K7QF2MX-PABCDEF", "TALLY-DEV:K7QF2MX-PABCDEF"],
  ["http://192.168.1.20:3000/#/pair/K7QF2MX-PABCDEF", "K7QF2MX-PABCDEF"],
  ["http://box/#/pair/K7QF2MX%2DPABCDEF?x", "K7QF2MX-PABCDEF"],
])("of %j the code is %j", (text, code) => {
  expect(codeIn(text)).toBe(code);
  expect(isPairing(text)).toBe(true);
});

test.each(["A000123", "8594001234567", "", "K7QF2MX-PABCDE"])(
  "%j is not taken for a pairing code",
  (text) => {
    expect(isPairing(text)).toBe(false);
  },
);

test.each([
  ["k7qf", "K7QF"],
  ["k7qf2mxp", "K7QF2MX-P"],
  ["K7QF2MX-PABCDEF", "K7QF2MX-PABCDEF"],
  ["k7qf 2mx pab", "K7QF2MX-PAB"],
  ["TALLY-DEV:K7QF2MX-PABCDEF", "TALLY-DEV:K7QF2MX-PABCDEF"],
])("%j is shown as %j once it is typed", (typed, shown) => {
  expect(inGroups(typed)).toBe(shown);
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 8.1.0; MC330K) AppleWebKit/537.36 Chrome/77.0.3844.0 Safari/537.36",
    "MC330K",
  ],
  ["Mozilla/5.0 (Linux; Android 10; TC21 Build/10-16-10.00) AppleWebKit/537.36 Chrome/90 Mobile", "TC21"],
  ["Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36", ""],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605", "iPhone"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153", "Windows"],
  ["curl/8", ""],
])("the name of a device with %s holds its model %j", (userAgent, model) => {
  expect(modelOf(userAgent)).toBe(model);
  expect(nameFor(userAgent)).toBe(model === "" ? "Terminal" : `Terminal ${model}`);
});

describe("people at the door", () => {
  const named = (id: number, fullName: string) => ({ id, fullName, userName: `u${id}` });
  const all = [named(1, "Ada Nováková"), named(2, "Bo Černý"), named(3, "Anna-Marie Žižková")];
  const names = (last: readonly number[], searched: string) =>
    inOrder(all, last, searched).map(({ id }) => id);

  test.each([
    [[], "", [1, 2, 3]],
    [[3, 2], "", [3, 2, 1]],
    [[], "cerny", [2]],
    [[], "ZIZ", [3]],
    [[], "marie ann", [3]],
    [[3], "a", [3, 1]],
    [[], "ová", []],
    [[99], "", [1, 2, 3]],
  ])("of those who were here last %j, searched for %j: %j", (last, searched, ids) => {
    expect(names(last, searched)).toEqual(ids);
  });
});

test("an access token tells the tenant and the roles, whatever letters are in its names", () => {
  const part = Buffer.from(
    JSON.stringify({ name: "Žaneta Ďuricová", tenant_id: 7, role: ["User", "Admin"] }),
  );
  expect(claimsOf(`x.${part.toString("base64url")}.y`)).toEqual({ tenantId: 7, roles: ["User", "Admin"] });
});

describe("at the PIN pad", () => {
  /** What keys mean that come with these pauses (ms). */
  function meant(keys: readonly (readonly [string, number])[]): string[] {
    const reader = newPinKeys();
    let timeStamp = 10_000;
    return keys.map(([key, pause]) => {
      timeStamp += pause;
      const found = reader.read({ key, timeStamp, ctrlKey: false, altKey: false, metaKey: false });
      return found === null ? "-" : found.is === "digit" ? found.digit : found.is;
    });
  }
  const typed = (text: string, pause: number) => [...text].map((key) => [key, pause] as const);

  test("a person's digits are digits, also those of a quick hand", () => {
    expect(meant([...typed("3333", 60), ["Backspace", 60], ["3", 60], ["Enter", 60]])).toEqual([
      ...["3", "3", "3", "3", "back", "3", "enter"],
    ]);
  });

  test("two PINs in a row are two PINs", () => {
    const once = [...typed("111111", 90), ["Enter", 90] as const];
    expect(meant([...once, ...once])).toEqual(
      [...once, ...once].map(([key]) => (key === "Enter" ? "enter" : key)),
    );
  });

  test.each([
    ["of digits, fast", typed("12345", 3), 3],
    ["of letters and digits, fast", typed("A00123", 5), 5],
    ["of many digits, slow", typed("8594001234567", 100), 100],
    ["that begins with a letter, slow", typed("A0123", 100), 100],
  ])("the Enter of a code %s confirms nothing", (_, code, pause) => {
    const found = meant([...code, ["Enter", pause]]);
    expect(found[found.length - 1]).toBe("scan");
    expect(found).not.toContain("enter");
  });

  test("after a scan a PIN may be typed", () => {
    expect(
      meant([...typed("12345", 3), ["Enter", 3], ["4", 900], ...typed("444", 80), ["Enter", 80]]),
    ).toEqual([...["1", "scan", "scan", "scan", "scan", "scan", "4", "4", "4", "4", "enter"]]);
  });

  test("keys that type nothing mean nothing", () => {
    expect(
      meant([
        ["Shift", 50],
        ["Tab", 50],
        ["ArrowLeft", 50],
        [" ", 50],
        ["F5", 50],
      ]),
    ).toEqual(Array(5).fill("-"));
  });
});
