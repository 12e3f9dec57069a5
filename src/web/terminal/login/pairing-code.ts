/** The pairing code in a text: the code alone, the content of the QR code, or an address of the server. */
export function codeIn(text: string): string {
  const inAddress = /#\/pair\/([^/?#\s]+)/.exec(text);
  return inAddress?.[1] === undefined ? text.trim() : decodeURIComponent(inAddress[1]);
}

/** Whether a scan may be a pairing code. */
export function isPairing(text: string): boolean {
  return /-DEV:/i.test(text) || /#\/pair\//.test(text) || /^\s*[2-9A-Z]{7}[\s-]?[2-9A-Z]{7}\s*$/i.test(text);
}

const GROUP = 7;

/** Formats a typed code in capitals and groups. Other texts stay unchanged. */
export function inGroups(typed: string): string {
  if (!/^[0-9a-z\s-]*$/i.test(typed)) return typed;
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  const groups: string[] = [];
  for (let start = 0; start < letters.length; start += GROUP)
    groups.push(letters.slice(start, start + GROUP));
  return groups.join("-");
}

/** The device model in a user agent, such as `MC330K` or `iPhone`; "" if unknown. */
export function modelOf(userAgent: string): string {
  const android = /\(Linux; Android [\d.]+; ([^;)]+)/.exec(userAgent)?.[1]?.split(" Build/")[0] ?? "";
  // Chromium since 110 reports K for every model.
  if (android !== "") return android === "K" ? "" : android;
  return /iPhone|iPad|Windows|Macintosh|CrOS/.exec(userAgent)?.[0] ?? "";
}

/** The suggested name of a device. */
export function nameFor(userAgent: string): string {
  return `Terminal ${modelOf(userAgent)}`.trim().slice(0, 100);
}
