import type { ApiResponse, Client } from "../harness/client.ts";

/** A complete body of `POST /api/articles` in tenant 1. */
export function articleBody(code: string, other: Readonly<Record<string, unknown>> = {}) {
  return { code, name: `Article ${code}`, categoryId: 1, typeId: 1, stateId: 2, ...other };
}

/** A complete body of `POST /api/articles/pwa-request` in tenant 1. */
export function proposalBody(other: Readonly<Record<string, unknown>> = {}) {
  return { name: "Proposed lamp", articleCategoryID: 1, articleTypeID: 1, ...other };
}

/** Adds an article; returns the 201's body. */
export async function added(client: Client, code: string, other: Readonly<Record<string, unknown>> = {}) {
  const response = await client.post("/api/articles", articleBody(code, other));
  if (response.status !== 201) throw new Error(`not added: ${response.text}`);
  return response.body;
}

export const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status).sort();
export const oids = (response: ApiResponse): number[] => response.body.map(({ oid }: { oid: number }) => oid);
export const faultPaths = (response: ApiResponse): string[] =>
  (response.body.errors ?? []).map(({ path }: { path: string }) => path);
export const tagOf = (response: ApiResponse): string => {
  const tag = response.headers.get("etag");
  if (tag === null) throw new Error(`no ETag: ${response.status} ${response.text.slice(0, 200)}`);
  return tag;
};
