import { readFileSync } from "node:fs";
import { join } from "node:path";
import { msg } from "../domain/message.ts";
import { fold } from "../domain/text-folding.ts";
import { hasWords, searchWords } from "../domain/word-search.ts";
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
interface ManualSection extends BuiltSection {
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

/** The manual's parts: a folder of `docs/` each, with its pages in the order in which they are listed. */
export const MANUAL = [
  {
    folder: "use",
    title: msg("Using the terminal and the console"),
    pages: [
      "terminal",
      "count-card",
      "terminal-interruptions",
      "console",
      "stocktake",
      "stocktake-figures",
      "legal",
      "cycle-counts",
      "articles",
      "locations",
      "custody",
      "refill",
      "rfid",
      "requests",
      "printers-and-labels",
      "label-designer",
      "label-templates",
      "lists",
      "import-and-export",
      "people-and-devices",
    ],
  },
  {
    folder: "operate",
    title: msg("Running the server"),
    pages: [
      "install",
      "backup",
      "restore",
      "scheduled-backups",
      "upgrade",
      "upgrade-details",
      "standby",
      "data-folder",
      "troubleshooting",
      "monitoring",
      "notices",
      "network",
      "https",
      "devices",
      "passwords-and-pins",
      "second-factor",
      "keys",
      "security",
      "security-log",
      "asvs",
      "settings",
      "limits",
      "browsers",
    ],
  },
] as const;

/** A section of the manual that has all words of a search. */
export interface FoundSection {
  readonly page: ManualPage;
  readonly section: ManualSection;
  /** The text around the first word. */
  readonly excerpt: string;
}

/** Most results of a search. */
const MAX_FOUND = 40;
const EXCERPT = 200;

/** Finds the sections with all words of a text: those first whose heading has them, then in the order of the pages. */
export function searchManual(pages: readonly ManualPage[], text: string): readonly FoundSection[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    page.sections
      .filter((section) => hasWords(section.folded, words))
      .map((section) => ({
        page,
        section,
        excerpt: excerptOf(section.text, words),
        isInHeading: hasWords(section.foldedHeading, words),
      })),
  );
  return found
    .toSorted((one, other) => Number(other.isInHeading) - Number(one.isInHeading))
    .slice(0, MAX_FOUND);
}

/** Folding may change the length of a text, so the place is about right. */
function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at >= 0));
  const middle = Number.isFinite(first) ? first : 0;
  const begin = middle < EXCERPT / 2 ? 0 : text.indexOf(" ", middle - EXCERPT / 2) + 1;
  const end = begin + EXCERPT >= text.length ? text.length : text.lastIndexOf(" ", begin + EXCERPT);
  return `${begin > 0 ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
}
