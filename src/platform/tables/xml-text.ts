const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escaped = (text: string) =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign) : text;

// Characters that XML can't hold (XML 1.0, 2.2) or would change (a carriage return, 2.11) are escaped by number, as in
// spreadsheets (ECMA-376, 22.9.2.19, ST_Xstring). Text that looks like such an escape has its first character escaped.
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9a-fA-F]{4}_)/gu;
const NUMBERED = /_x([0-9a-fA-F]{4})_/g;

/** Escapes text for a cell. */
export function cellText(text: string): string {
  return escaped(text.replace(UNWRITABLE, (sign) => `_x${hex(sign)}_`));
}

/** Reverses `cellText`, after XML unescaping. */
export function textOfCell(content: string): string {
  if (!content.includes("_x")) return content;
  return content.replace(NUMBERED, (_, number) => String.fromCharCode(Number.parseInt(number, 16)));
}

/** Escapes text for a quoted attribute. */
export function attribute(text: string): string {
  return escaped(text);
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
