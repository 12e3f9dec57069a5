import { readFileSync } from "node:fs";
import { join } from "node:path";
import { msg } from "../../../../src/domain/message.ts";
import { catalogueOf } from "../../../../src/i18n/catalogue.ts";
import { LOCALES, type Locale } from "../../../../src/i18n/locales.ts";
import { textIn } from "../../../../src/i18n/text.ts";

// The table of docs/use/legal.md: where each point of the law stands in a record.

/** The document of a sample by value. */
export const CERTIFICATE = msg("Certificate (PDF)");

const ROOT = join(import.meta.dirname, "../../../..");

/** Labels, and the places where each of them stands. */
export interface Found {
  readonly places: readonly Place[];
  readonly labels: readonly string[];
}

/** `line`: a numbered line of the list; `heading`: from there on, or in the file of that name. */
export type Place =
  | { readonly kind: "first" | "each" | "last" | "slovak" }
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "heading"; readonly heading: string };

/** In the languages of the laws, and in English. */
const WORDS: Readonly<Partial<Record<Locale, Readonly<Record<"first" | "each" | "last" | "line", string>>>>> =
  {
    en: { first: "p. 1", each: "each p.", last: "last p.", line: "line" },
    cs: { first: "s. 1", each: "každá s.", last: "poslední s.", line: "řádek" },
    de: { first: "S. 1", each: "jede S.", last: "letzte S.", line: "Zeile" },
    sk: { first: "s. 1", each: "každá s.", last: "posledná s.", line: "riadok" },
  };

/** The ticked cells of the table in a language. Throws for a place that is none. */
export function tickedIn(language: Locale): readonly Found[] {
  const folder = language === "en" ? "docs" : `docs/translations/${language}`;
  const page = readFileSync(join(ROOT, folder, "use/legal.md"), "utf8");
  return page
    .split("\n")
    .flatMap((row) => row.match(/^\|.*\| ✓ (.*) \|$/)?.[1] ?? [])
    .flatMap((cell) => cell.split("; "))
    .flatMap((part) => {
      // Without a place it is a remark.
      const [, places, labels] = part.match(/^(.*?): (\*.*)$/) ?? [];
      if (places === undefined || labels === undefined) return [];
      return { places: places.split(", ").map((text) => placeOf(text, language)), labels: italicsOf(labels) };
    });
}

const italicsOf = (text: string) => Array.from(text.matchAll(/\*([^*]+)\*/g), ([, label = ""]) => label);

function placeOf(text: string, language: Locale): Place {
  const words = WORDS[language];
  if (words === undefined) throw new Error(`no words for ${LOCALES[language].region}`);
  for (const kind of ["first", "each", "last"] as const) if (text === words[kind]) return { kind };
  if (text === "SK") return { kind: "slovak" };
  const [heading] = italicsOf(text);
  if (heading !== undefined) return { kind: "heading", heading };
  const line = Number(text.startsWith(`${words.line} `) && text.slice(words.line.length + 1));
  if (line > 0) return { kind: "line", line };
  throw new Error(`no place in ${LOCALES[language].region}: ${text}`);
}

/** The PDFs of a closed stocktake, as the texts of their pages. The codes of its articles begin with `V-`. */
export interface Papers {
  readonly record: readonly string[];
  readonly minutes: readonly string[];
  readonly language: Locale;
}

/** The texts in each of which a place has its labels. */
export function textsAt(place: Place, { record, minutes, language }: Papers): readonly string[] {
  const [first = "", last = ""] = [record[0], record.at(-1)];
  switch (place.kind) {
    case "first":
      return [first];
    case "last":
      return [last];
    case "each":
      return record;
    case "slovak":
      return language === "sk" ? [record.join(" ")] : [];
    case "line": {
      const [, after = ""] = record.join(" ").split(` ${place.line} V-`);
      return [after.split(` ${place.line + 1} V-`)[0] ?? ""];
    }
    default: {
      if (place.heading === textIn(msg("Minutes (PDF)"), language)) return [minutes.join(" ")];
      // Of a sample alone, which has its own test.
      if (place.heading === textIn(CERTIFICATE, language)) return [];
      const from = record.findIndex((page) => page.includes(place.heading));
      return [from === -1 ? "" : record.slice(from).join(" ")];
    }
  }
}

/** Whether a label of the English page is called so in another language. */
export const isTranslated = (english: string, own: string, language: Exclude<Locale, "en">): boolean =>
  Object.entries(catalogueOf(language)).some(
    ([key, text]) => text === own && (key === english || key.startsWith(`${english} @`)),
  );
