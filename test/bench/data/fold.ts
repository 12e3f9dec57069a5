const letters: Record<string, string> = { ł: "l", đ: "d", ø: "o", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** Text as search compares it: NFKD, marks removed, lower case, the letters that NFKD leaves whole replaced. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łđøßæœı]/g, (letter) => letters[letter] ?? letter);
}
