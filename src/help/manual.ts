import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fold } from "../domain/text-folding.ts";
import type { Locale } from "../i18n/locales.ts";

/** A part of a page below a heading, for the search. */
export interface BuiltSection {
  /** Anchor of the heading: the same in all languages. */
  readonly anchor: string;
  readonly heading: string;
  /** Without markup. */
  readonly text: string;
}

/** A section with its heading and its text as they are compared with words. */
export interface ManualSection extends BuiltSection {
  readonly foldedHeading: string;
  readonly folded: string;
}

/** A page of the manual in one language. */
export interface BuiltPage {
  /** Folder of `docs/`. */
  readonly folder: string;
  readonly name: string;
  readonly title: string;
  /** Whether the page is in the language; otherwise it is in English. */
  readonly isTranslated: boolean;
  readonly html: string;
  readonly sections: readonly BuiltSection[];
}

/** A page with its sections ready for the search. */
export interface ManualPage extends BuiltPage {
  readonly sections: readonly ManualSection[];
}

/** Output folder of scripts/build-help.ts. */
const BUILT = join(import.meta.dirname, "../../dist/help");

const manuals = new Map<Locale, readonly ManualPage[]>();

/** The pages of the manual in a language, in the order of its contents. They are read once. */
export function manualIn(locale: Locale): readonly ManualPage[] {
  let pages = manuals.get(locale);
  if (pages === undefined) {
    const built: readonly BuiltPage[] = JSON.parse(readFileSync(join(BUILT, `${locale}.json`), "utf8"));
    pages = built.map((page) => ({
      ...page,
      sections: page.sections.map((one) => foldedSection(page, one)),
    }));
    manuals.set(locale, pages);
  }
  return pages;
}

function foldedSection({ title }: BuiltPage, section: BuiltSection): ManualSection {
  const { heading, text } = section;
  return { ...section, foldedHeading: fold(heading), folded: fold(`${title} ${heading} ${text}`) };
}

/** Folder of the manual's pictures and style sheet. */
export const FILES = join(BUILT, "files");
