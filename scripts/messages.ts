import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { keyOf } from "../src/domain/message.ts";
import { LOCALE_CODES } from "../src/i18n/locales.ts";

// The messages of the sources and the catalogues of their translations. As a program (npm run messages) it removes unused
// translations, sorts the rest, and prints the keys that a catalogue lacks.

const root = join(import.meta.dirname, "..");

/** The catalogues of all languages but English, by code. */
export const CATALOGUE_CODES = LOCALE_CODES.filter((code) => code !== "en");

/** A call of `msg` in the sources. */
export interface SourceMessage {
  /** File and line. */
  readonly at: string;
  readonly source: string;
  readonly context?: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly callee?: { readonly type: string; readonly name?: string };
  readonly arguments?: readonly SyntaxNode[];
}

/** All messages of the sources. Throws where a text is not a literal. */
export function sourceMessages(): SourceMessage[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.d.ts", "src/domain/message.ts"] })
    .toSorted()
    .flatMap(messagesOf);
}

/** The key of a message in the catalogues. */
export function keyOfSource({ source, context }: SourceMessage): string {
  return keyOf(context === undefined ? { source } : { source, context });
}

/** The path of a catalogue. */
export function catalogueFile(locale: string): string {
  return join(root, "src/i18n/locales", `${locale}.json`);
}

/** The translations of a locale by key. */
export function readCatalogue(locale: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(catalogueFile(locale), "utf8")) as Record<string, string>;
}

function messagesOf(file: string): SourceMessage[] {
  const code = readFileSync(join(root, file), "utf8");
  if (!/\bmsg\(/.test(code)) return [];
  const found: SourceMessage[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (typeof value === "object" && value !== null) {
      const node = value as SyntaxNode;
      if (node.type === "CallExpression" && node.callee?.name === "msg") {
        const line = code.slice(0, node.start).split("\n").length;
        found.push(messageOf(node.arguments ?? [], `${file}:${line}`));
      }
      for (const inner of Object.values(node)) visit(inner);
    }
  };
  visit(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }, file));
  return found;
}

function messageOf([text, ...rest]: readonly SyntaxNode[], at: string): SourceMessage {
  const source = text?.type === "Literal" ? text.value : undefined;
  if (typeof source !== "string") throw new Error(`${at}: the text of a message must be a literal`);
  const context = rest.at(-1)?.type === "Literal" ? rest.at(-1)?.value : undefined;
  return typeof context === "string" ? { at, source, context } : { at, source };
}

if (import.meta.main) {
  const keys = [...new Set(sourceMessages().map(keyOfSource))].toSorted();
  for (const locale of CATALOGUE_CODES) {
    const catalogue = readCatalogue(locale);
    const kept = keys.filter((key) => key in catalogue).map((key) => [key, catalogue[key]]);
    writeFileSync(catalogueFile(locale), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
    for (const key of keys.filter((one) => !(one in catalogue)))
      process.stdout.write(`${locale}: ${JSON.stringify(key)} has no translation\n`);
  }
}
