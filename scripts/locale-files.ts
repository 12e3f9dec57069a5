import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { LOCALE_CODES } from "../src/i18n/locales.ts";
import { type ShortCatalogue, shortKeyOf } from "../src/i18n/short-key.ts";
import { type BuiltParts, filesOf, PARTS } from "./built-parts.ts";

const CATALOGUES = join(import.meta.dirname, "../src/i18n/locales");
/** The pages, and how the names of their files begin. */
const PAGES = { "index.html": "terminal", "console.html": "console" } as const;

/** The name of a file with the translations of a page. */
export const LOCALE_FILE = /^(terminal|console)-texts-[a-z]+-[0-9a-f]{8}\.json$/;

/**
 * Writes a file for each page and locale into the `assets` of a build, with the translations of the texts that the scripts of
 * the page contain. The page names its files: `<meta name="texts-cs" content="/assets/…">`.
 */
export function writeLocaleFiles(build: string): void {
  const parts = JSON.parse(readFileSync(join(build, PARTS), "utf8")) as BuiltParts;
  for (const [page, name] of Object.entries(PAGES)) {
    const scripts = [...filesOf(parts, page, { dynamic: true })].filter((file) => file.endsWith(".js"));
    const texts = new Set(scripts.flatMap((file) => textsIn(readFileSync(join(build, file), "utf8"), file)));
    const metas = LOCALE_CODES.filter((code) => existsSync(catalogueFile(code))).map((code) => {
      const content = JSON.stringify(shortCatalogue(code, texts));
      const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
      const file = `assets/${name}-texts-${code}-${hash}.json`;
      writeFileSync(join(build, file), content);
      return `<meta name="texts-${code}" content="/${file}" />`;
    });
    const html = readFileSync(join(build, page), "utf8");
    writeFileSync(join(build, page), html.replace("</title>", `</title>\n    ${metas.join("\n    ")}`));
  }
}

/** The translations of a locale by short key; `texts`: only of messages whose source text and context are among them. */
export function shortCatalogue(locale: string, texts?: ReadonlySet<string>): ShortCatalogue {
  const catalogue = JSON.parse(readFileSync(catalogueFile(locale), "utf8")) as Record<string, string>;
  const short: Record<string, string> = {};
  for (const [key, translation] of Object.entries(catalogue)) {
    if (texts !== undefined && !key.split(" @").every((part) => texts.has(part))) continue;
    const name = shortKeyOf(key);
    if (name in short) throw new Error(`"${key}" has the short key of another message: ${name}`);
    short[name] = translation;
  }
  return short;
}

const catalogueFile = (locale: string) => join(CATALOGUES, `${locale}.json`);

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
