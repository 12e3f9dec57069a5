import { createHash } from "node:crypto";

/** The values that an ETag depends on besides the version: tenant, audience, language and URL. */
export interface View {
  readonly tenantId: number;
  readonly audience: string;
  readonly language: string;
  readonly url: string;
}

const hashes = new Map<string, string>();
const MAX_HASHES = 10_000;
const MAX_KEY_LENGTH = 300;

/** A strong entity tag: the version, then a hash of all other values that the body depends on (RFC 9110, 8.8.3). */
export function etagOf(change: number, shown: number | undefined, view: View): string {
  const key = `${view.tenantId} ${view.audience} ${view.language} ${foldPath(view.url)}`;
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = createHash("sha256").update(key).digest("base64url").slice(0, 11);
    if (key.length <= MAX_KEY_LENGTH) {
      if (hashes.size >= MAX_HASHES) hashes.clear();
      hashes.set(key, hash);
    }
  }
  return `"${change.toString(36)}-${(shown ?? change).toString(36)}-${hash}"`;
}

/** Folds the case of the path, but not of the query: codes in it are case-sensitive. */
function foldPath(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url.toLowerCase() : url.slice(0, query).toLowerCase() + url.slice(query);
}

/** The ETag of a response without a version: a hash of its content and audience. */
export function etagOfContent(body: unknown, view: View): string {
  const hash = createHash("sha256").update(`${view.tenantId} ${view.audience}\n${JSON.stringify(body)}`);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Whether `If-None-Match` contains the tag, by weak comparison. */
export function includesTag(header: string, tag: string): boolean {
  return header !== "" && tag !== "" && (header === tag || tagsOf(header).includes(tag));
}

/** Whether the header contains the tag or `*`. Only for a record that exists and that the principal may see. */
export function includesTagOrAny(header: string, tag: string): boolean {
  return header !== "" && (includesTag(header, tag) || tagsOf(header).includes("*"));
}

/** Whether `If-Match` contains `*` or a tag of this version. The rest of the tag is ignored. */
export function includesVersion(header: string, change: number): boolean {
  const version = change.toString(36);
  return tagsOf(header).some((tag) => tag === "*" || tag.slice(1).split("-")[0] === version);
}

function tagsOf(header: string): string[] {
  return header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}
