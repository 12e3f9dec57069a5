import type { Pack } from "../../domain/packs.ts";

// The packs of an article in one cell: `Box=12; Pallet=480`. A name with `;`, `=` or a quote at its start is in quotes: `"A;1"=12`.

const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*|([^"\s;=][^;=\n]*))=\s*(\d{1,15})\s*(?:[;\n]\s*|$)/y;

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
  for (ENTRY.lastIndex = 0; ENTRY.lastIndex < text.length; ) {
    const found = ENTRY.exec(text);
    if (found === null) return null;
    const [, inQuotes, plain = "", pieces] = found;
    const name = inQuotes?.replaceAll('""', '"') ?? plain;
    packs.push({ name: name.trim(), quantity: Number(pieces) });
  }
  return packs;
}
