import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, type InputOf, withoutTag } from "../../src/web/api/call.ts";
import { UNGUARDED, UNTAGGED } from "../../src/web/api/unguarded.ts";
import { SOURCE } from "./imports.ts";

// The clients overwrite nothing and create nothing twice: the types of the calls (src/web/api/call.ts) demand the tag of a change and
// the key of a creation. Exceptions are listed with a reason.

const WEB = join(SOURCE, "web");
const read = (file: string) => readFileSync(join(WEB, file), "utf8");
const files = globSync("**/*.{ts,tsx}", { cwd: WEB }).toSorted();
const screens = files.filter((file) => file.startsWith("console/"));

/** A file without its comments. */
function code(file: string): string {
  return read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

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
  const byHand = files.filter((file) => /["'`](?:If-Match|Idempotency-Key)["'`]/i.test(code(file)));
  expect(byHand).toEqual(["api/call.ts", "offline/outbox/answers.ts"]);
});

test("no request is asserted to be guarded", () => {
  const asserted =
    /\bas (?:unknown as )?(?:Api|Job)Request\b|\bas unknown as (?:Query|Unguarded)\b|\bas (?:never|any)\b/;
  expect(files.filter((file) => asserted.test(code(file)))).toEqual(["offline/outbox/answers.ts"]);
});

test("only the modules of requests send anything", () => {
  expect(files.filter((file) => /(?<![.\w])fetch\(|XMLHttpRequest|sendBeacon/.test(code(file)))).toEqual([
    "api/send-request.ts",
    "console/import-export/follow-import.ts",
    "console/realtime/stream.ts",
    "i18n/translate.ts",
    "manual/search.ts",
    "service-worker/service-worker.ts",
  ]);
});

/** Changes that send their tag themselves, with what was shown. Forms use `useEdit` or `useForm`, which hold the tag and ask. */
const OWN_TAGS: Readonly<Record<string, string>> = {
  "console/articles/record/packs.tsx": "packs and tag are those of one version; a conflict is told",
  "console/forms/edit.tsx": "useEdit",
  "console/forms/form.tsx": "useForm",
  "console/forms/guarded-requests.ts": "putTagged",
  "console/import-export/wizard/import.tsx": "the options belong to the tag; a conflict is asked about",
  "console/lists/list-record.tsx": "the numbers that are shown belong to the tag",
  "console/locations/change-location.ts": "reads the location and compares its parent first",
  "console/stocktakes/decide/item-detail.tsx": "the item is shown with its tag",
  "console/stocktakes/progress/operations.tsx": "shows the value that it replaces, with its tag",
  "console/users/user.tsx": "the tag belongs to the shown state, or to its undo",
  "console/users/user-secrets.tsx": "sends new secrets alone",
};

test("a form holds the tag of what it shows: only listed files send a change with a tag of their own", () => {
  const changes = files.filter((file) =>
    /\b(?:withTag|putTagged)(?:<[^(]*>)?\(\s*(?!delete|call\(\s*"DELETE )\w/.test(code(file)),
  );
  expect(changes.filter((file) => file !== "api/call.ts")).toEqual(Object.keys(OWN_TAGS).toSorted());
});

test("no tag is a text, and none is read just before a change that is not a deletion", () => {
  expect(files.filter((file) => /\b(?:withTag|putTagged)\([^;]*,\s*["'`]/.test(code(file)))).toEqual([]);
  expect(files.filter((file) => /\btagNow\(/.test(code(file)))).toEqual([
    "console/articles/record/actions.tsx",
    "console/forms/guarded-requests.ts",
  ]);
});

/** Creations that make their key themselves, and keep it for a repeated try. All others use `useForm`, `useCreation` or `newCreation`. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  "console/articles/bulk/bulk-jobs.ts": "the key belongs to the stored job",
  "console/articles/record/files.tsx": "a key for each chosen file",
  "console/custody/custody-dialog.tsx": "a key for the photo of a dialog",
  "console/forms/guarded-requests.ts": "newCreation",
  "console/locations/labels.tsx": "the key of an unanswered print is kept until it is answered",
};

test("a creation keeps its key for a repeated try: only listed files make keys, and none at the call", () => {
  const makers = files.filter((file) => /\bwithKey\(/.test(code(file)) && file !== "api/call.ts");
  expect(makers).toEqual(Object.keys(OWN_KEYS).toSorted());
  expect(files.filter((file) => /\bwithKey\([^;]*\bnewId\(/.test(code(file)))).toEqual([]);
});

test("an update without a tag sends nothing but the property that its reason names", () => {
  const update = (body: InputOf<"PUT /api/webhooks/{id}">["body"]) =>
    withoutTag(call("PUT /api/webhooks/{id}", { id: 1, body }), "isActive");
  expect(update({ isActive: true })).toMatchObject({ method: "PUT" });
  expect(() => update({ isActive: true, name: "ERP" })).toThrow("name");
});

/** Dialogs whose input needs no question, with the reason. */
const UNASKED: Readonly<Record<string, string>> = {
  "console/forms/password-question.tsx": "a password is typed again at once",
};
const FIELD =
  /<(?:input|textarea|select|\w*Field|\w*Select|Combobox|Checkbox|Radio|FileButton|SignaturePad|QuantityStepper|PackedStepper)\b/;

/** The functions of a file at its top level. */
const functionsIn = (file: string) => read(file).split(/^(?=(?:export )?(?:async )?(?:function|const) )/m);

test("every dialog with input asks before what was typed is discarded", () => {
  const unasked = screens.filter((file) =>
    functionsIn(file).some((text) => /<Dialog\b/.test(text) && FIELD.test(text)),
  );
  expect(unasked).toEqual(Object.keys(UNASKED).toSorted());
  expect(screens.filter((file) => /<(?:Form|Guarded)Dialog\b/.test(read(file))).length).toBeGreaterThan(15);
});

/** Tables without these keys, with the reason. */
const WITHOUT_KEYS: Readonly<Record<string, string>> = {
  "console/stocktakes/sheets/sheets.tsx": "a page has several sheets, each with its table",
};

test("the keys PageUp and PageDown turn the pages of every table that has pages", () => {
  const dead = screens.filter((file) => {
    const text = read(file);
    return (
      /<Pagination\b/.test(text) && /<DataTable\b/.test(text) && (text.match(/paging=\{/g) ?? []).length < 2
    );
  });
  expect(dead).toEqual(Object.keys(WITHOUT_KEYS));
});

test("no page turn leaves a table empty: the former rows stay, marked", () => {
  const blank = screens.filter((file) => {
    const text = read(file);
    return /\busePaging\(/.test(text) && /<DataTable\b/.test(text) && !/isOutdated=/.test(text);
  });
  expect(blank).toEqual([]);
});
