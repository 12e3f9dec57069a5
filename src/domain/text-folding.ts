const UNFOLDABLE: Record<string, string> = { ł: "l", đ: "d", ø: "o", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/**
 * Text as it is searched and ordered: NFKD, marks removed, case folded, and the letters that NFKD leaves whole
 * (`ł đ ø ß æ œ ı`) taken apart. Folding twice changes nothing.
 */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
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

/** `fold`, where null stays null. */
export function foldOrNull(text: string | null): string | null {
  return text === null ? null : fold(text);
}

/** Names that are unique without regard to case (but with regard to accents) compare by this. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false;
  return true;
}
