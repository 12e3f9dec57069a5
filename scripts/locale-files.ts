import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { type ShortCatalogue, shortKeyOf } from "../src/i18n/short-key.ts";
import { type BuiltParts, filesOf, OVERVIEW, PARTS } from "./built-parts.ts";
import { CATALOGUE_CODES, readCatalogue } from "./messages.ts";

/** The pages, how the names of their files begin, and what they load before their other screens. */
const PAGES = [
  { page: "index.html", name: "terminal", overview: [] },
  { page: "console.html", name: "console", overview: OVERVIEW },
] as const;

/**
 * Writes the translations of the texts in a build's scripts into its `assets`: for each page and locale one file of the texts in
 * the scripts that it starts with (`first`), for the console one of those that its overview adds (`overview`), and one of the
 * others (`later`). The page names its files: `<meta name="first-texts-cs" content="/assets/…">`.
 */
export function writeLocaleFiles(build: string): void {
  const parts = JSON.parse(readFileSync(join(build, PARTS), "utf8")) as BuiltParts;
  const textsOf = (starts: string | readonly string[], dynamic: boolean) => {
    const scripts = [...filesOf(parts, starts, { dynamic })].filter((file) => file.endsWith(".js"));
    return new Set(scripts.flatMap((file) => textsIn(readFileSync(join(build, file), "utf8"), file)));
  };
  for (const { page, name, overview } of PAGES) {
    const texts = {
      first: textsOf(page, false),
      ...(overview.length > 0 && { overview: textsOf([page, ...overview], false) }),
      later: textsOf(page, true),
    };
    const metas = CATALOGUE_CODES.flatMap((code) => {
      const written = new Set<string>();
      return Object.entries(texts).map(([part, ofPart]) => {
        const others = Object.entries(shortCatalogue(code, ofPart)).filter(([key]) => !written.has(key));
        for (const [key] of others) written.add(key);
        const content = JSON.stringify(Object.fromEntries(others));
        const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
        const file = `assets/${name}-${part}-texts-${code}-${hash}.json`;
        writeFileSync(join(build, file), content);
        return `<meta name="${part}-texts-${code}" content="/${file}" />`;
      });
    });
    const html = readFileSync(join(build, page), "utf8");
    writeFileSync(join(build, page), html.replace("</title>", `</title>\n    ${metas.join("\n    ")}`));
  }
}

/** The translations of a locale by short key; `texts`: only of messages whose source text and context are among them. */
export function shortCatalogue(locale: string, texts?: ReadonlySet<string>): ShortCatalogue {
  const short: Record<string, string> = {};
  for (const [key, translation] of Object.entries(readCatalogue(locale))) {
    if (texts !== undefined && !key.split(" @").every((part) => texts.has(part))) continue;
    const name = shortKeyOf(key);
    if (name in short) throw new Error(`"${key}" has the short key of another message: ${name}`);
    short[name] = translation;
  }
  return short;
}

interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
}

/** The texts of the string literals of a script. */
function textsIn(code: string, file: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (typeof value === "object" && value !== null) {
      const { type, value: literal } = value as SyntaxNode;
      if (type === "Literal" && typeof literal === "string") found.push(literal);
      if (type === "TemplateElement" && typeof literal === "object") found.push(cookedOf(literal));
      for (const inner of Object.values(value)) visit(inner);
    }
  };
  visit(parseAst(code, { lang: "js" }, file));
  return found;
}

function cookedOf(value: object | null): string {
  return value !== null && "cooked" in value && typeof value.cooked === "string" ? value.cooked : "";
}
