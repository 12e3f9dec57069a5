import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "./locales.ts";

/** The translations of a locale by the keys of the messages. */
type Catalogue = Readonly<Record<string, string>>;

const catalogues = new Map<Locale, Catalogue>();

/** The catalogue of a locale. Read once. */
export function catalogueOf(locale: Exclude<Locale, "en">): Catalogue {
  const known = catalogues.get(locale);
  if (known !== undefined) return known;
  const file = join(import.meta.dirname, "locales", `${locale}.json`);
  const catalogue = JSON.parse(readFileSync(file, "utf8")) as Catalogue;
  catalogues.set(locale, catalogue);
  return catalogue;
}
