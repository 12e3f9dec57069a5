import { createHash } from "node:crypto";

/** What a tag depends on beside the version: who sees it, how, where. */
export interface View {
  readonly tenantId: number;
  readonly sees: string;
  readonly language: string;
  readonly url: string;
}

const hashes = new Map<string, string>();
const MOST_HASHES = 10_000;
const LONGEST_KEPT = 300;

/** A strong entity tag: the version, then a hash of all else that the body depends on (RFC 9110, 8.8.3). */
export function tagOf(change: number, shown: number | undefined, view: View): string {
  const key = `${view.tenantId} ${view.sees} ${view.language} ${foldPath(view.url)}`;
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = createHash("sha256").update(key).digest("base64url").slice(0, 11);
    if (key.length <= LONGEST_KEPT) {
      if (hashes.size >= MOST_HASHES) hashes.clear();
      hashes.set(key, hash);
    }
  }
  return `"${change.toString(36)}-${(shown ?? change).toString(36)}-${hash}"`;
}

/** The path without regard to case; what is asked in the query may differ by it (two codes). */
function foldPath(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url.toLowerCase() : url.slice(0, query).toLowerCase() + url.slice(query);
}

/** The tag of an answer that has no version: a hash of what it says and who sees it. */
export function tagOfBytes(body: unknown, view: View): string {
  const hash = createHash("sha256").update(`${view.tenantId} ${view.sees}\n${JSON.stringify(body)}`);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** True when `If-None-Match` names the tag, in the weak comparison. */
export function isNamedIn(header: string, tag: string): boolean {
  return header !== "" && tag !== "" && tagsOf(header).includes(tag);
}

/** The same, or `*`: only where the record is known to exist and to be the caller's to see. */
export function isNamedOrAny(header: string, tag: string): boolean {
  return header !== "" && (isNamedIn(header, tag) || tagsOf(header).includes("*"));
}

/** True when `If-Match` names a tag of this version (or `*`); the rest of the tag does not count. */
export function isVersionNamedIn(header: string, change: number): boolean {
  const version = change.toString(36);
  return tagsOf(header).some((named) => named === "*" || named.slice(1).split("-")[0] === version);
}

function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}
