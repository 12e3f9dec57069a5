import type { Locale } from "../../i18n/locales.ts";

/** The page of the manual for the screens at a path and below it, `:name` for any segment. The first that fits counts; `/` is the last. */
export type ManualPages = readonly (readonly [path: string, page: string])[];

/** Address of the page of the manual for the screen at a path. */
export function manualAddress(pages: ManualPages, path: string, locale: Locale): string {
  const segments = path.replace(/\?.*/, "").split("/");
  const fits = (pattern: string) =>
    pattern
      .split("/")
      .every((part, at) => part === "" || part === segments[at] || (part[0] === ":" && segments[at]));
  return `/help/${locale}/${pages.find(([pattern]) => fits(pattern))?.[1] ?? ""}`;
}
