import { ApiError, ask, ServerUnreachable } from "../../api/ask.ts";
import { NotLoggedIn, userToken, withToken } from "../../api/tokens.ts";
import type { Article } from "../../api/types/endpoints.d.ts";
import { articlesByScan, articlesInOtherCase } from "../../offline/sync/articles.ts";
import { placesByScan } from "../../offline/sync/locations.ts";

/** An article or a place among which somebody chooses. */
export interface Choice {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
}

/** What a scan means. `unknown`: `isSure` false: the server could not be asked; `similar`: the code in another letter case. */
export type Found =
  | { readonly kind: "article" | "place"; readonly oid: number }
  | { readonly kind: "articles" | "places"; readonly among: readonly Choice[] }
  | { readonly kind: "unknown"; readonly isSure: boolean; readonly similar: readonly Choice[] };

/** What one of these texts, the likeliest first, means: by what is kept here, else by what the server says now. */
export async function lookUp(candidates: readonly string[]): Promise<Found> {
  for (const text of candidates) {
    const found = meant("article", await articlesByScan(text)) ?? meant("place", placesByScan(text));
    if (found !== null) return found;
  }
  try {
    for (const text of candidates) {
      const found = meant("article", await askedOf(text));
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

function meant(kind: "article" | "place", found: readonly Choice[]): Found | null {
  const [first] = found;
  if (first === undefined) return null;
  if (found.length === 1) return { kind, oid: first.oid };
  return {
    kind: kind === "article" ? "articles" : "places",
    among: found.map(({ oid, code, name }) => ({ oid, code, name })),
  };
}

/** The server's own rule: the code exactly, else the serial number, else the RFID text. */
async function askedOf(text: string): Promise<readonly Choice[]> {
  const value = encodeURIComponent(text);
  const get = <T>(path: string) => withToken(userToken, (token) => ask<T>(path, { token }));
  try {
    return [await get<Choice>(`/api/articles/getbycode?code=${value}`)];
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  const serials = await get<readonly Article[]>(`/api/articles/findBySerialNo?serialNo=${value}`);
  return serials.length > 0 ? serials : get<readonly Article[]>(`/api/articles/findByRFID?rfId=${value}`);
}
