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

// scripts/build-web.ts names the classes of a module by its file.
test("each CSS module has a name of its own", () => {
  const names = globSync("web/**/*.module.css", { cwd: SOURCE }).map((file) => basename(file));
  expect(names.length).toBeGreaterThan(15);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});
