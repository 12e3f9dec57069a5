import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const TOKENS = join(import.meta.dirname, "../../../src/web/ui/tokens.css");
/** Later blocks override those before. */
const THEMES = {
  "the terminal, light": [":root"],
  "the terminal, dark": [":root", 'html[data-theme="dark"]'],
  "the console, light": [":root", 'html[data-app="console"]'],
  "the console, dark": [
    ...[":root", 'html[data-theme="dark"]', 'html[data-app="console"]'],
    'html[data-app="console"][data-theme="dark"]',
  ],
} as const;

/** The colours of a theme, by their names. */
async function readColours(selectors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const source = await readFile(TOKENS, "utf8");
  const colours = new Map<string, string>();
  for (const selector of selectors) {
    const start = source.indexOf(`\n${selector} {`);
    expect(start, selector).toBeGreaterThan(0);
    const block = source.slice(start, source.indexOf("\n}", start));
    for (const [, name = "", value = ""] of block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g))
      colours.set(name, value);
  }
  return colours;
}

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(Object.entries(THEMES))(
  "the border of a control has a contrast of 3:1 on every ground of %s",
  async (_, selectors) => {
    const colours = await readColours(selectors);
    for (const ground of ["ground", "canvas", "raised", "accent-soft"]) {
      const found = contrast(colours.get("line") ?? "", colours.get(ground) ?? "");
      expect(found, `--line on --${ground}`).toBeGreaterThanOrEqual(3);
    }
  },
);

test("the border of a secondary button, of a field and of a box is that of a control", async () => {
  const sheets = ["ui/tokens.css", "ui/button.module.css", "ui/forms.css", "ui/checkbox.module.css"];
  const [tokens = "", buttons = "", fields = "", boxes = ""] = await Promise.all(
    sheets.map((name) => readFile(join(TOKENS, "../..", name), "utf8")),
  );
  const blocks = [
    [tokens, 'html[data-app="console"] {'],
    [buttons, ".secondary,\n.danger-secondary {"],
    [fields, "input,\nselect,\ntextarea {"],
    [boxes, "\n.box::before {"],
  ] as const;
  for (const [sheet, selector] of blocks) {
    const start = sheet.indexOf(selector);
    expect(start, selector).toBeGreaterThanOrEqual(0);
    const block = sheet.slice(start, sheet.indexOf("}", start));
    expect(block, selector).toMatch(
      /(border(-color)?: ([\w ()-]+ )?var\(--(secondary-)?line\)|--secondary-line: var\(--line\));/,
    );
  }
});
