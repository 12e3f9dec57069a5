import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../../../src/web");
const CONSOLE = join(WEB, "console");
/** Folders whose styles all sections share. */
const SHARED = new Set(["console.css", "layout", "forms", "search"]);
/** The build names their classes by file. */
const MODULES = ["**/*.module.css"];

// The style sheet of a section stays loaded in the next section, so its rules must not match there.
test("each rule of a section's style sheet has a class that no other section's style sheet has", () => {
  const rules = globSync("**/*.css", { cwd: CONSOLE, exclude: MODULES }).flatMap((file) => {
    const section = file.split("/")[0] ?? "";
    const selectors = selectorsOf(readFileSync(join(CONSOLE, file), "utf8"));
    return selectors.map((selector) => ({ section: SHARED.has(section) ? "shared" : section, selector }));
  });
  const sections = new Map<string, Set<string>>();
  for (const { section, selector } of rules)
    for (const name of classesOf(selector))
      sections.set(name, (sections.get(name) ?? new Set()).add(section));
  const shared = rules.filter(
    ({ section, selector }) =>
      section !== "shared" && !classesOf(selector).some((name) => sections.get(name)?.size === 1),
  );
  expect(shared.map(({ section, selector }) => `${section}: ${selector}`)).toEqual([]);
  expect(rules.length).toBeGreaterThan(100);
});

// A sheet stays loaded after its screen, so a rule for all icons of all lists would colour those of other screens.
test("a rule for icons outside of src/web/ui has a class that no other section has", () => {
  const sheets = globSync("**/*.css", { cwd: WEB, exclude: [...MODULES, "ui/tablet.css"] }).map((file) => ({
    file,
    area: /^(console|terminal)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? file,
    selectors: selectorsOf(readFileSync(join(WEB, file), "utf8")),
  }));
  const areas = new Map<string, Set<string>>();
  for (const { area, selectors } of sheets)
    for (const name of selectors.flatMap(classesOf))
      areas.set(name, (areas.get(name) ?? new Set()).add(area));
  const isOwn = (name: string) => name !== "icon" && areas.get(name)?.size === 1;
  const shared = sheets
    .filter(({ file }) => !file.startsWith("ui/") && file !== "console/console.css")
    .flatMap(({ file, selectors }) =>
      selectors
        .filter((selector) => /\.icon$/.test(selector) && !classesOf(selector).some(isOwn))
        .map((selector) => `${file}: ${selector}`),
    );
  expect(shared).toEqual([]);
});

function selectorsOf(sheet: string): string[] {
  const bare = sheet
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/@(media|supports)[^{]*\{/g, "")
    .replaceAll(/@[\w-]+[^{;]*[{;]/g, "");
  const heads = [...bare.matchAll(/([^{}]+)\{/g)].map(([, head = ""]) => head.trim());
  return heads.flatMap((head) => head.split(/,(?![^(]*\))/)).map((selector) => selector.trim());
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
