import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSync, Visitor } from "rolldown/utils";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// Rules that each file of the clients keeps.

const WEB = join(SOURCE, "web");
const FILES = globSync("**/*.{ts,tsx}", { cwd: WEB })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(join(WEB, file), "utf8") }));
const SCREENS = FILES.filter(({ file }) => file.endsWith(".tsx") && !file.startsWith("ui/"));
const OUTSIDE_API = FILES.filter(({ file }) => !file.startsWith("api/"));

/** All matches in these files. */
const find = (files: typeof FILES, pattern: RegExp) =>
  files.flatMap(({ file, text }) => (text.match(pattern) ?? []).map((match) => `${file}: ${match}`));

test("the files are found", () => {
  expect(SCREENS.length).toBeGreaterThan(200);
  expect(OUTSIDE_API.length).toBeGreaterThan(400);
});

// Endpoints are called by their names, which are checked against the endpoint declarations.

/** The path of an endpoint in quotes, outside a call, a type and a comment. */
const PATH =
  /(?<!\bcall\(\s*|\b(?:InputOf<|ResponseOf<|Endpoints\[)|(?:\/\/|\*) .*)["'`](?:[A-Z]+ )?\/api\/[^"'`]*/g;
/** Declares what a response is, instead of taking it from the request. */
const ASSERTED = /(?<!function )\b(?:ask|askAsUser|askAsTerminal|askIfChanged|requestTagged|runJob)</g;

test("no path of an endpoint stands outside its call", () => {
  expect(find(OUTSIDE_API, PATH)).toEqual([]);
});

test("no request asserts the type of its response", () => {
  expect(find(OUTSIDE_API, ASSERTED)).toEqual([]);
});

// The lengths of texts are rules: src/domain states each once, for the server's schemas and the fields of the clients.

/** A length as a number, in an attribute or a constant. */
const LENGTH = /\b(?:max|min)Length(?:=\{|: )[^},]*\b\d+|\b(?:MAX|MIN)_\w*LENGTH = \d+/g;

test("the fields of the clients take the lengths of texts from src/domain", () => {
  const files = FILES.filter(({ file }) => !file.startsWith("api/types/"));
  expect(find(files, LENGTH)).toEqual([]);
});

// The fields of forms are components of src/web/ui, which link label, hint and error with the control.
test("labels and password inputs are in components of src/web/ui", () => {
  expect(find(SCREENS, /<label\b|type="password"/g)).toEqual([]);
});

// Buttons are Button, ButtonLink or IconButton of src/web/ui/button.tsx, and rows of them a Toolbar.

/** Parts of other components that can be pressed and don't look like a button: rows, links in a text, a chip. */
const OTHERS: Readonly<Record<string, string>> = {
  "articles/article-choices.tsx": "onPick(article)",
  "console/import-export/wizard/cause-card.tsx": 'class="import-link"',
  "console/import-export/wizard/file-step.tsx": "onHeader(row)",
  "terminal/articles/location-picker.tsx": "onPick(location)",
  "terminal/counting/screens/verdict-card.tsx": "verdict is-collapsed",
  "terminal/layout/top-bar.tsx": "onClick={changeUser}",
  "terminal/settings/more.tsx": "onClick={install}",
};

test("screens have a raw button only where it is a part of a component of their own", () => {
  const raw = find(SCREENS, /<button\b[\s\S]*?(?:<\/button>|\/>)/g).filter(
    (found) => !Object.entries(OTHERS).some(([file, part]) => found.startsWith(file) && found.includes(part)),
  );
  expect(raw).toEqual([]);
});

// scripts/build-web.ts names the classes of a module by its file.
test("each CSS module has a name of its own", () => {
  const names = globSync("**/*.module.css", { cwd: WEB }).map((file) => basename(file));
  expect(names.length).toBeGreaterThan(15);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

// A list with filters or pages is a `ListScreen` (src/web/console/list-screen), which declares it and has the defaults
// of all lists.

/** Lists put together by hand: the file, with the reason. Each change of this table removes a line. */
const BY_HAND: Readonly<Record<string, string>> = {
  "console/articles/list/list.tsx":
    "chosen columns, a sort order, bulk edits of all matches, a scan that opens its article",
  "console/stocktakes/decide/location-totals.tsx":
    "pages of rows that are all loaded, in a tab of a stocktake",
  "console/stocktakes/decide/results.tsx": "decisions on the results of a stocktake, in a tab of it",
  "console/stocktakes/sheets/sheets.tsx": "pages of rows that are all loaded, in a tab of a stocktake",
};

test("each list of the console with filters or pages is declared by ListScreen", () => {
  const screens = SCREENS.filter(({ file }) => /^console\/(?!list-screen\/)/.test(file));
  expect(screens.filter(({ text }) => text.includes("<ListScreen")).length).toBeGreaterThan(7);
  const found = screens.filter(
    ({ text }) => /<DataTable\b/.test(text) && /\b(?:usePaging|localPaging|changeQuery)\(/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual(Object.keys(BY_HAND));
});

// An effect of useEffect runs after the screen is painted: what the user does in between is missed by a listener, and
// a focus that moves then takes what is being typed.

const LISTENS_OR_FOCUSES = /\b(?:addEventListener|onNavigation|showModal)\(|\.(?:focus|select)\(/;

test("what listens to the user or moves the focus runs before the screen is painted", () => {
  let seen = 0;
  const found: string[] = [];
  for (const { file, text } of FILES)
    new Visitor({
      CallExpression({ callee, start, end }) {
        if (callee.type !== "Identifier" || callee.name !== "useEffect") return;
        seen += 1;
        if (LISTENS_OR_FOCUSES.test(text.slice(start, end)))
          found.push(`${file}:${text.slice(0, start).split("\n").length}`);
      },
    }).visit(parseSync(file, text).program);
  expect(seen).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
