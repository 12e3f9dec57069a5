import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Pack } from "../domain/packs.ts";
import { fold } from "../domain/text-folding.ts";

/** The stored form of packs: JSON, the smallest first; null: none. Throws Invalid where two have the same name. */
export function storedPacks(packs: readonly Pack[]): string | null {
  const names = new Set<string>();
  for (const [index, { name }] of packs.entries()) {
    if (names.has(fold(name))) throw Invalid.field(`packs.${index}.name`, msg("is given twice"));
    names.add(fold(name));
  }
  if (packs.length === 0) return null;
  const sorted = packs
    .map(({ name, quantity }) => ({ name, quantity }))
    .sort((a, b) => a.quantity - b.quantity);
  return JSON.stringify(sorted);
}
