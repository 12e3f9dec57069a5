/** The pairing code in what was typed, scanned or opened: bare, as the QR's content, or in the server's address. */
export function codeIn(text: string): string {
  const inAddress = /#\/pair\/([^/?#\s]+)/.exec(text);
  return inAddress?.[1] === undefined ? text.trim() : decodeURIComponent(inAddress[1]);
}

/** Whether a scan can be meant as a pairing code. */
export function isPairing(text: string): boolean {
  return /-DEV:/i.test(text) || /#\/pair\//.test(text) || /^\s*[2-9A-Z]{7}[\s-]?[2-9A-Z]{7}\s*$/i.test(text);
}

const GROUP = 7;

/** A typed code in capitals and groups, as it is read out. What is no bare code stays as it is. */
export function inGroups(typed: string): string {
  if (!/^[0-9a-z\s-]*$/i.test(typed)) return typed;
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  const groups: string[] = [];
  for (let at = 0; at < letters.length; at += GROUP) groups.push(letters.slice(at, at + GROUP));
  return groups.join("-");
}
