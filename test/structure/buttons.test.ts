import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { SOURCE } from "./imports.ts";

// Buttons are Button, ButtonLink or IconButton of src/web/ui/button.tsx, and rows of them a Toolbar.

/** Parts of other components that can be pressed and don't look like a button: rows, links in a text, a chip. */
const OTHERS: Readonly<Record<string, string>> = {
  "web/articles/article-choices.tsx": "onPick(article)",
  "web/console/import-export/wizard/cause-card.tsx": 'class="import-link"',
  "web/console/import-export/wizard/file-step.tsx": "onHeader(row)",
  "web/terminal/articles/location-picker.tsx": "onPick(location)",
  "web/terminal/counting/screens/verdict-card.tsx": "verdict is-collapsed",
  "web/terminal/layout/top-bar.tsx": "onClick={changeUser}",
  "web/terminal/settings/more.tsx": "onClick={install}",
};

/** The classes that buttons and rows of buttons had before. */
const FORMER = /\bclass=(?:"|\{`)(?:[^"`]* )?(?:button|second|danger|plain|row)(?=[ "`])/;

const screens = globSync("web/**/*.tsx", { cwd: SOURCE, exclude: ["web/ui/**"] }).map((file) => ({
  file,
  text: readFileSync(join(SOURCE, file), "utf8"),
}));

test("screens have a raw button only where it is a part of a component of their own", () => {
  expect(screens.length).toBeGreaterThan(200);
  const raw = screens.flatMap(({ file, text }) =>
    [...text.matchAll(/<button\b[\s\S]*?(?:<\/button>|\/>)/g)]
      .filter(([button]) => OTHERS[file] === undefined || !button.includes(OTHERS[file]))
      .map(([button]) => `${file}: ${button}`),
  );
  expect(raw).toEqual([]);
});

test("no screen gives an element the former global classes of buttons and their rows", () => {
  const found = screens.flatMap(({ file, text }) =>
    text
      .split("\n")
      .filter((line) => FORMER.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  // Rows of the terminal's lists.
  expect(found.filter((line) => !/: <li .*class="row">$/.test(line))).toEqual([]);
});

/** The classes that parts of components had before they had modules. */
const FORMER_PARTS =
  /\bclass=(?:"|\{`)(?:[^"`]* )?(?:choice|below-field|photo-preview|catalogue-select|job-[a-z]+|failed-rows)(?=[ "`])/;

test("no component gives an element the former global classes of its parts", () => {
  const files = globSync("web/**/*.tsx", { cwd: SOURCE });
  const found = files.filter((file) => FORMER_PARTS.test(readFileSync(join(SOURCE, file), "utf8")));
  expect(found).toEqual([]);
});

// scripts/build-web.ts names the classes of a module by its file.
test("each CSS module has a name of its own", () => {
  const names = globSync("web/**/*.module.css", { cwd: SOURCE }).map((file) => basename(file));
  expect(names.length).toBeGreaterThan(15);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});
