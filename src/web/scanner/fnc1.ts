/** FNC1 in the text of a scan: the separator of GS1 elements. */
export const FNC1 = "\x1d";

/** Whether a key is FNC1 as scanners send it: Ctrl+] or F8. */
export function isFnc1Key({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">): boolean {
  if (altKey || metaKey) return false;
  return ctrlKey ? key === "]" : key === "F8";
}
