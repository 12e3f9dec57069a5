import { findArticlesByRfid, findArticlesBySerialNumber, getArticleByCode } from "../../api/articles.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../api/tokens.ts";
import { articlesByScan, articlesInOtherCase } from "../../offline/sync/articles.ts";
import { placesByScan } from "../../offline/sync/locations.ts";

/** An article or location to choose from. */
export interface Choice {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
}

/**
 * The result of a look-up. `isSure` false: the server did not respond; `similar`: codes that differ in letter
 * case.
 */
export type Found =
  | { readonly kind: "article" | "place"; readonly oid: number }
  | { readonly kind: "articles" | "places"; readonly choices: readonly Choice[] }
  | { readonly kind: "unknown"; readonly isSure: boolean; readonly similar: readonly Choice[] };

/** Looks up these texts, the likeliest first: in the stored records, then on the server. */
export async function lookUp(candidates: readonly string[]): Promise<Found> {
  for (const text of candidates) {
    const found = toFound("article", await articlesByScan(text)) ?? toFound("place", placesByScan(text));
    if (found !== null) return found;
  }
  try {
    for (const text of candidates) {
      const found = toFound("article", await findOnServer(text));
      if (found !== null) return found;
    }
    return { kind: "unknown", isSure: true, similar: await inOtherCase(candidates) };
  } catch (error) {
    if (!(error instanceof ServerUnreachable || error instanceof NotLoggedIn)) throw error;
    return { kind: "unknown", isSure: false, similar: await inOtherCase(candidates) };
  }
}

async function inOtherCase(candidates: readonly string[]): Promise<readonly Choice[]> {
  for (const text of candidates) {
    const found = await articlesInOtherCase(text);
    if (found.length > 0) return found.map(({ oid, code, name }) => ({ oid, code, name }));
  }
  return [];
}

function toFound(kind: "article" | "place", found: readonly Choice[]): Found | null {
  const [first] = found;
  if (first === undefined) return null;
  if (found.length === 1) return { kind, oid: first.oid };
  return {
    kind: kind === "article" ? "articles" : "places",
    choices: found.map(({ oid, code, name }) => ({ oid, code, name })),
  };
}

/** The server's rule: the exact code, else the serial number, else the RFID text. */
async function findOnServer(text: string): Promise<readonly Choice[]> {
  try {
    return [await requestAsUser(getArticleByCode({ code: text }))];
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  const serials = await requestAsUser(findArticlesBySerialNumber({ serialNo: text }));
  return serials.length > 0 ? serials : requestAsUser(findArticlesByRfid({ rfId: text }));
}
