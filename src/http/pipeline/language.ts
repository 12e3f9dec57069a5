import type { Locale } from "../../domain/message.ts";

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
    if (tag === "cs") return "cs";
    if (tag === "en" || tag === "*") return "en";
  }
  return "en";
}
