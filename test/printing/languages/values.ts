import { placeholders } from "../../../src/domain/placeholder-names.ts";
import type { LabelValues } from "../../../src/printing/languages/template-text.ts";

/** LabelValues in which each placeholder has its own name as value, except for the given ones. */
export function valuesWith(given: Partial<LabelValues> = {}): LabelValues {
  const names = Object.fromEntries(placeholders.map((name) => [name, name])) as unknown as LabelValues;
  return { ...names, ...given };
}

/** Bytes as text: ASCII as it is, every other byte as <hex>. */
export function readable(bytes: Buffer): string {
  return bytes.toString("latin1").replace(/[^ -~]/g, (sign) => {
    return `<${sign.charCodeAt(0).toString(16).padStart(2, "0")}>`;
  });
}

/** Texts that every language must print correctly. */
export const sentences = {
  Czech: "Příliš žluťoučký kůň úpěl ďábelské ódy",
  Polish: "Zażółć gęślą jaźń",
  German: "Größere Übung für Ärzte",
  Ukrainian: "Жебракують філософи при ґанку церкви в Гадячі, ще й шатро їхнє знаємо",
  euro: "1 234,50 €",
} as const;
