import type { Pack } from "../../domain/packs.ts";
import { ListCursor } from "./list-cursor.ts";

// The packs of an article in one cell: `Box=12; Pallet=480`. A name with `;`, `=` or a quote at its start is in quotes: `"A;1"=12`.

/** The packs as the text of a cell. */
export function packListText(packs: readonly Pack[]): string {
  return packs.map(({ name, quantity }) => `${quoted(name)}=${quantity}`).join("; ");
}

function quoted(name: string): string {
  return /[;=\n]|^"/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** The stored form of packs (JSON) as the text of a cell; null: none. */
export function storedPackText(stored: string | null): string | null {
  const packs: unknown = stored === null ? null : JSON.parse(stored);
  return Array.isArray(packs) ? packListText(packs) : null;
}

/** The packs in the text of a cell; null: it has another form. */
export function packsIn(text: string): Pack[] | null {
  const packs: Pack[] = [];
  for (const cursor = new ListCursor(text); !cursor.isAtEnd; ) {
    const pack = nextPack(cursor);
    if (pack === null) return null;
    packs.push(pack);
  }
  return packs;
}

function nextPack(cursor: ListCursor): Pack | null {
  cursor.skipSpace();
  const inQuotes = cursor.quoted();
  if (inQuotes !== null) cursor.skipSpace();
  const name = inQuotes ?? cursor.until(";=\n");
  if (inQuotes === null && /^$|^"/.test(name)) return null;
  if (!cursor.skip("=")) return null;
  cursor.skipSpace();
  const pieces = cursor.take((character) => /\d/.test(character));
  if (!/^\d{1,15}$/.test(pieces)) return null;
  const isEnded = cursor.skipSpace() || cursor.isAtEnd;
  if (!cursor.skip(";") && !isEnded) return null;
  cursor.skipSpace();
  return { name: name.trim(), quantity: Number(pieces) };
}
