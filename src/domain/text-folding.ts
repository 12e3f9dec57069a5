const UNFOLDABLE: Record<string, string> = { ł: "l", đ: "d", ø: "o", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/**
 * Folds text for search and order: NFKD, marks removed, case folded, and letters that NFKD does not decompose
 * (`ł đ ø ß æ œ ı`) replaced. Folding is idempotent.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđøßæœı]/g, (letter) => UNFOLDABLE[letter] ?? letter)
    .replace(/ς/g, "σ");
}

/** Folds text; null stays null. */
export function foldOrNull(text: string | null): string | null {
  return text === null ? null : fold(text);
}

/** Key for comparing unique names: ignores case, but not accents. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

/** A column name as it is compared: without case, accents, punctuation and spaces. */
export function columnKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, "");
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false;
  return true;
}
