import { expect, test } from "vitest";
import {
  cleanMessage,
  cleanStack,
  MAX_MESSAGE,
  MAX_STACK,
  SCREEN_ADDRESS,
  screenAddress,
} from "../../src/domain/client-errors.ts";

test.each([
  ["TypeError: Cannot read properties of undefined (reading 'rows')"],
  [`TypeError: can't access property "rows", list is undefined`],
  ["TypeError: undefined is not an object (evaluating 'list.rows')"],
  [
    "NotFoundError: Failed to execute 'transaction' on 'IDBDatabase': One of the object stores was not found.",
  ],
  ["UnknownError: Internal error opening backing store for indexedDB.open."],
])("a message of a browser keeps the names of the program: %s", (message) => {
  expect(cleanMessage(message)).toBe(message);
});

test.each([
  [`SyntaxError: Unexpected token 'N', "Novák Jan,"... is not valid JSON`, "Novák"],
  ["Error: no user 'jnovak' here", "jnovak"],
  ["Error: sent to jan.novak@example.com", "example.com"],
  ["Error: https://tallybox.local/api/articles?q=novak failed", "novak"],
  ["Error: https://tallybox.local/api/articles?q=novak failed", "tallybox.local"],
  ["Error: http://10.0.0.7/#/pair/AB12 failed", "AB12"],
  ["Error: no answer of 192.168.1.20", "192.168"],
  ["Error: code 4006381333931", "4006381333931"],
  ["Error: token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0", "eyJ"],
  ["Error: operation 0b5c1d7e-31a2-4c0e-9a53-7a1f0f6f5d11", "0b5c1d7e"],
])("a message leaves data out: %s", (message, secret) => {
  expect(cleanMessage(message)).not.toContain(secret);
  expect(cleanMessage(message)).toContain("Error: ");
});

test("a message has one line and an end", () => {
  expect(cleanMessage("Error: a\n\tb\u0000c")).toBe("Error: a b c");
  expect(cleanMessage(`Error: ${"words ".repeat(5000)}`)).toHaveLength(300);
});

test("a message of exactly the maximum is kept", () => {
  const message = `Error: ${"a".repeat(293)}`;
  expect(cleanMessage(message)).toBe(message);
  expect(cleanMessage(`${message}b`)).toBe(`${message.slice(0, -1)}…`);
});

test("a stack keeps the places in scripts, as paths without host and query", () => {
  const chromium = `SyntaxError: Unexpected token 'N', "Novák Jan"
second line of a message
    at JSON.parse (<anonymous>)
    at read (https://tallybox.local/assets/main-Bx1.js?v=7#a:1:2345)
    at https://tallybox.local/assets/main-Bx1.js:3:4`;
  expect(cleanStack(chromium)).toBe("at read (/assets/main-Bx1.js:1:2345)\nat /assets/main-Bx1.js:3:4");
  expect(cleanStack("read@http://10.0.0.7:8080/assets/main-Bx1.js:1:2\n[native code]")).toBe(
    "read@/assets/main-Bx1.js:1:2",
  );
  expect(cleanStack("Error: nowhere")).toBeNull();
  expect(cleanStack("")).toBeNull();
});

test("a line of a stack is kept up to the limit of a message, and left out above it", () => {
  const line = (length: number) => `at ${"f".repeat(length - 19)} (/a/b.js:1:234)`;
  expect(line(MAX_MESSAGE)).toHaveLength(MAX_MESSAGE);
  expect(cleanStack(`${line(MAX_MESSAGE + 1)}\n${line(MAX_MESSAGE)}`)).toBe(line(MAX_MESSAGE));
});

test("a deep stack keeps its innermost calls", () => {
  const lines = Array.from({ length: 300 }, (_, i) => `at call (https://tallybox.local/assets/${i}.js:1:2)`);
  const clean = cleanStack(lines.join("\n")) ?? "";
  expect(clean.split("\n")[0]).toBe("at call (/assets/0.js:1:2)");
  expect(clean.length).toBeLessThanOrEqual(MAX_STACK);
});

test("a stack of exactly the maximum keeps all its calls", () => {
  const line = (length: number) => `at ${"f".repeat(length - 19)} (/a/b.js:1:234)`;
  // A line break stands between two calls.
  const first = [line(300), line(300), line(300), line(300)].join("\n");
  const stack = `${first}\n${line(296)}`;
  expect(stack).toHaveLength(1500);
  expect(cleanStack(stack)).toBe(stack);
  expect(cleanStack(`${first}\n${line(297)}`)).toBe(first);
});

test("the address of a screen has its numbers, and no other text of the path", () => {
  expect(screenAddress("/articles/:id", "/articles/17?q=novak")).toBe("/articles/17");
  expect(screenAddress("/pair/:code", "/pair/AB12-CD34")).toBe("/pair/:code");
  expect(screenAddress("/count/:inventory/:place/asked/:seq", "/count/3/unknown/asked/5")).toBe(
    "/count/3/:place/asked/5",
  );
  for (const address of ["/articles/17", "/pair/:code", "/count/3/:place/asked/5", "/settings/pair-device"])
    expect(address).toMatch(SCREEN_ADDRESS);
  for (const other of ["/articles/Novák", "/articles?q=x", "articles", "/a b", "/a//b"])
    expect(other).not.toMatch(SCREEN_ADDRESS);
});

test("of a deep stack the first 20 places are kept", () => {
  const places = Array.from({ length: 21 }, (_, index) => `at f (/a.js:${index + 1}:1)`);
  expect(cleanStack(places.join("\n"))?.split("\n")).toHaveLength(20);
});
