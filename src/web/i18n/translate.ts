import { computed, signal } from "@preact/signals";
import { keyOf, type Message } from "../../domain/message.ts";
import { formatText, type MessageValues, numberText } from "../../domain/message-format.ts";
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts";
import { type ShortCatalogue, shortKeyOf } from "../../i18n/short-key.ts";

/** What the user chose on this device; null: nothing yet. */
export const chosenLanguage = signal<Locale | null>(null);
/** The site's language, as the server says; null: not known yet. */
export const siteLanguage = signal<Locale | null>(null);

/** The language to show: the chosen one, else the site's, else the browser's. */
const wantedLanguage = computed<Locale>(
  () => chosenLanguage.value ?? siteLanguage.value ?? browserLanguage(),
);

/** The browser's first supported language, else English. */
function browserLanguage(): Locale {
  const codes = (navigator.languages ?? [navigator.language]).map((tag) => tag.split("-")[0]);
  const known = codes.map((code) => LOCALE_CODES.find((one) => one === code));
  return known.find((one) => one !== undefined) ?? "en";
}

let lastShown: Locale = "en";
/** The current language: the wanted one after its texts are loaded. */
export const language = computed<Locale>(() => {
  if (hasTexts(wantedLanguage.value)) lastShown = wantedLanguage.value;
  return lastShown;
});

/** The parts of the texts that the page needs so far. */
let needed: readonly TextPart[] = ["first"];

/**
 * Loads the texts of the wanted language; those for later screens first, because the first ones switch the language.
 */
async function load(): Promise<void> {
  const wanted = wantedLanguage.peek();
  try {
    for (const part of [...needed].reverse()) await loadTexts(wanted, part);
  } catch {
    // Offline: tried again on the next event, or when another screen opens.
  }
}

/** Loads the texts of the language to show, and those of each language chosen later. Tries again when there is a network. */
export async function startTexts(): Promise<void> {
  await load();
  wantedLanguage.subscribe(() => void load());
  addEventListener("online", () => void load());
}

/** Loads the texts of the page's scripts up to a part of them. */
export async function loadTextsTo(part: TextPart): Promise<void> {
  const upTo = TEXT_PARTS.slice(0, TEXT_PARTS.indexOf(part) + 1);
  if (upTo.length > needed.length) needed = upTo;
  await load();
}

/** The values that a message still needs. */
type Needed<P> = unknown extends P ? [] : [values: NoInfer<P>];

/** The text of a message in the language shown. Numbers are written as the language does. */
export function t<P>(message: Message<P>, ...[values]: Needed<P>): string {
  const locale = language.value;
  const text = (locale === "en" ? undefined : translationOf(keyOf(message), locale)) ?? message.source;
  const all = { ...message.values, ...(values as MessageValues | undefined) };
  return formatText(text, all, { locale, textOf: t });
}

/** A number as the language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  const locale = language.value;
  return options === undefined ? numberText(value, { locale }) : numberFormat(locale, options).format(value);
}

/** The browser's locale with a region for the language shown (`en-GB`), so that its habits hold; null: it has none. */
const regional = computed<string | null>(
  () => navigator.languages.find((one) => one.startsWith(`${language.value}-`) && isKnownLocale(one)) ?? null,
);

/** Whether `Intl` accepts a locale. Browsers report those of the system too, such as `en-US@posix`. */
function isKnownLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** Formats a moment as the region of the browser writes it; 24 hours where its languages name no region of the one shown. */
export function moment(date: Date, options: Intl.DateTimeFormatOptions): string {
  return timeFormat(regional.value ?? `${language.value}-u-hc-h23`, options).format(date);
}

/** A time of day, with the day where it is not today. `at`: ISO 8601 or ms since 1970. */
export function when(at: string | number, now = Date.now()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? moment(date, TIME) : dayAndTime(at);
}

/** A day with its time, also today's. `at`: ISO 8601 or ms since 1970. */
export function dayAndTime(at: string | number): string {
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "numeric", year: "numeric" };
  return moment(new Date(at), { ...day, ...TIME });
}

const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };

/** A day. `at`: a date of 10 characters, YYYY-MM-DD; ISO 8601 or ms since 1970. */
export function day(at: string | number): string {
  const date = new Date(String(at).length === 10 ? `${at}T12:00:00` : at);
  return moment(date, { day: "numeric", month: "long", year: "numeric" });
}

// Creating a formatter takes an old browser on a slow device a millisecond, and a screen needs hundreds.

const made = new Map<string, object>();

/** The language's form of numbers. Made once for each locale and options. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once("number", locale, options, () => new Intl.NumberFormat(locale, options));
}

/** The locale's form of days and times. Made once for each locale and options. */
function timeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once("time", locale, options, () => new Intl.DateTimeFormat(locale, options));
}

function once<T extends object>(kind: string, locale: string, options: object, make: () => T): T {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  // The kind decides the type.
  const found = made.get(key) as T | undefined;
  if (found !== undefined) return found;
  const formatter = make();
  made.set(key, formatter);
  return formatter;
}

// The translations that the page has loaded. scripts/locale-files.ts writes a file for each part of a page's texts and each
// language: `first`, of the scripts that the page starts with; `overview`, of the console's overview; `later`, of other screens.

const TEXT_PARTS = ["first", "overview", "later"] as const;
/** A file of a page's texts. */
export type TextPart = (typeof TEXT_PARTS)[number];

const loaded = signal<ReadonlyMap<Locale, ShortCatalogue>>(new Map());
const parts = new Set<string>();

/**
 * Whether the texts of the page's start are loaded in a language. English needs none: the program contains its texts.
 */
function hasTexts(locale: Locale): boolean {
  return locale === "en" || loaded.value.has(locale);
}

/** The translation of a message by its key; undefined: there is none. */
function translationOf(key: string, locale: Locale): string | undefined {
  return loaded.value.get(locale)?.[shortKeyOf(key)];
}

/** Adds texts of a language. */
export function addTexts(locale: Locale, texts: ShortCatalogue): void {
  loaded.value = new Map(loaded.peek()).set(locale, { ...loaded.peek().get(locale), ...texts });
}

/** Loads a file of texts, whose address is in the page, unless it is here. Throws without a network. */
async function loadTexts(locale: Locale, part: TextPart): Promise<void> {
  const name = `${part}-texts-${locale}`;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (meta === null || parts.has(name)) return;
  const response = await fetch(meta.content);
  if (!response.ok) throw new Error(`${meta.content} could not be loaded`);
  addTexts(locale, (await response.json()) as ShortCatalogue);
  parts.add(name);
}
