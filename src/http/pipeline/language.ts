import type { Locale } from "../../i18n/locales.ts";
import { LOCALE_CODES } from "../../i18n/locales.ts";

/** The response language by `Accept-Language` with quality values and regions (RFC 9110, 12.5.4). The default is English. */
export function languageOf(header: string): Locale {
  if (header === "") return "en";
  const ranges = header
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag: range.trim().split("-")[0], quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of ranges) {
    if (tag === "*") return "en";
    const known = LOCALE_CODES.find((code) => code === tag);
    if (known !== undefined) return known;
  }
  return "en";
}
