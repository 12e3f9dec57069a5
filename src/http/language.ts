import type { Language } from "../words.ts";

const known = new Map<string, Language>();
const MOST_KNOWN = 1000;
const LONGEST_KEPT = 200;

/** The language to answer in, by `Accept-Language` with quality values and regions (RFC 9110, 12.5.4); English by default. */
export function languageOf(header: string | undefined): Language {
  if (!header) return "en";
  const found = known.get(header);
  if (found) return found;
  const language = choose(header);
  if (header.length > LONGEST_KEPT) return language;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(header, language);
  return language;
}

function choose(header: string): Language {
  const wishes = header
    .split(",")
    .map((part, order) => {
      const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((p) => /^\s*q=([0-9.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag: range.trim().split("-")[0], quality: quality === undefined ? 1 : Number(quality), order };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.order - b.order);
  for (const { tag } of wishes) {
    if (tag === "cs") return "cs";
    if (tag === "en" || tag === "*") return "en";
  }
  return "en";
}
