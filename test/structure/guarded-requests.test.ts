import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UNGUARDED, UNTAGGED } from "../../src/web/api/unguarded.ts";
import { SOURCE } from "./imports.ts";

// The clients overwrite nothing and create nothing twice: the types of the calls (src/web/api/call.ts) demand the tag of a change and
// the key of a creation. Exceptions are listed with a reason.

const WEB = join(SOURCE, "web");
const read = (file: string) => readFileSync(join(WEB, file), "utf8");
const files = globSync("**/*.{ts,tsx}", { cwd: WEB }).toSorted();
const screens = files.filter((file) => /^console\/(?!gallery\/)/.test(file));

/** The endpoints that take a tag or a key, by the types that the OpenAPI description gives. */
const guarded = [
  ...read("api/types/endpoints.d.ts").matchAll(/^ {2}"(\w+ [^"]+)": \{\n((?: {4}.*\n)*)/gm),
].flatMap(([, name = "", parts = ""]) => (/^ {4}readonly (?:tag|key): true;$/m.test(parts) ? [name] : []));

test("every exception is an endpoint that takes a tag or a key, and has a reason", () => {
  expect(guarded.length).toBeGreaterThan(100);
  for (const [name, reason] of Object.entries(UNGUARDED)) {
    expect(guarded, name).toContain(name);
    expect(reason.length, name).toBeGreaterThan(10);
  }
  const used = files.flatMap((file) =>
    [...read(file).matchAll(/withoutTag\([\s\S]*?"(\w+)",?\s*\)/g)].map(([, reason]) => reason),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(UNTAGGED).sort());
});

test("no request sets If-Match or Idempotency-Key by hand, past the types", () => {
  const byHand = files.filter(
    (file) =>
      /"If-Match"|"Idempotency-Key"/.test(read(file)) &&
      !["api/call.ts", "offline/outbox/answers.ts"].includes(file),
  );
  expect(byHand).toEqual([]);
});

test("no request is asserted to be guarded", () => {
  const asserted = files.filter((file) => /as (?:unknown as )?(?:Api|Job)Request\b/.test(read(file)));
  expect(asserted).toEqual(["offline/outbox/answers.ts"]);
});

/** Dialogs whose input needs no question, with the reason. */
const UNASKED: Readonly<Record<string, string>> = {
  "console/two-step/password-question.tsx": "a password is typed again at once",
};
const FIELD =
  /<(?:TextField|NoteField|PasswordField|Select|RecordSelect|Combobox|LocationField|ArticleSearchField)\b/;

test("every dialog with input asks before what was typed is discarded", () => {
  const unasked = screens.filter((file) => /<Dialog\b/.test(read(file)) && FIELD.test(read(file)));
  expect(unasked).toEqual(Object.keys(UNASKED).toSorted());
  expect(screens.filter((file) => /<FormDialog\b/.test(read(file))).length).toBeGreaterThan(15);
});

test("the keys PageUp and PageDown turn the pages of every table that has pages", () => {
  const dead = screens.filter((file) => {
    const text = read(file);
    return (
      /<Pagination\b/.test(text) && /<DataTable\b/.test(text) && (text.match(/paging=\{/g) ?? []).length < 2
    );
  });
  expect(dead).toEqual([]);
});

test("no page turn leaves a table empty: the former rows stay, marked", () => {
  const blank = screens.filter((file) => {
    const text = read(file);
    return /\busePaging\(/.test(text) && /<DataTable\b/.test(text) && !/isOutdated=/.test(text);
  });
  expect(blank).toEqual([]);
});
