import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CONSOLE = join(import.meta.dirname, "../../../src/web/console");
/** Folders whose styles all sections share. */
const SHARED = new Set(["console.css", "frame", "table", "save"]);

// The style sheet of a section stays loaded in the next section, so its rules must not match there.
test("each rule of a section's style sheet has a class that no other section's style sheet has", () => {
  const rules = globSync("**/*.css", { cwd: CONSOLE }).flatMap((file) => {
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

function selectorsOf(sheet: string): string[] {
  const bare = sheet
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/@(media|supports)[^{]*\{/g, "")
    .replaceAll(/@[\w-]+[^{;]*[{;]/g, "");
  const heads = [...bare.matchAll(/([^{}]+)\{/g)].map(([, head = ""]) => head.trim());
  return heads.flatMap((head) => head.split(/,(?![^(]*\))/)).map((selector) => selector.trim());
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
