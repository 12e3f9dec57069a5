import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CONSOLE = join(import.meta.dirname, "../../../src/web/console");
/** What all rooms share. */
const SHARED = new Set(["console.css", "frame", "table", "save"]);

// A room's sheet stays when the next room is opened: what it says must not fit anything there.
test("each rule of a room's sheet names a class that no other room's sheet names", () => {
  const rules = globSync("**/*.css", { cwd: CONSOLE }).flatMap((file) => {
    const room = file.split("/")[0] ?? "";
    const selectors = selectorsOf(readFileSync(join(CONSOLE, file), "utf8"));
    return selectors.map((selector) => ({ room: SHARED.has(room) ? "shared" : room, selector }));
  });
  const rooms = new Map<string, Set<string>>();
  for (const { room, selector } of rules)
    for (const name of classesOf(selector)) rooms.set(name, (rooms.get(name) ?? new Set()).add(room));
  const loose = rules.filter(
    ({ room, selector }) =>
      room !== "shared" && !classesOf(selector).some((name) => rooms.get(name)?.size === 1),
  );
  expect(loose.map(({ room, selector }) => `${room}: ${selector}`)).toEqual([]);
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
