import { session } from "../api/tokens.ts";
import { localDb } from "../db/database.ts";
import { readValue, type StoredResponse, writeValue } from "../db/values.ts";

// Responses are stored so that they can be shown without a connection. A response belongs to a tenant, and to
// one user where users see different data. It is never shown to another user.

export type ResponseKey = `answer ${string}`;

const MAX_RESPONSES = 300;
/** The keys of all stored responses. */
export const responseRange = () => IDBKeyRange.bound("answer ", "answer!", false, true);

/** The key of the response to a path. `isOwn`: it belongs to the current user. Null: without a login. */
export function responseKey(path: string, isOwn: boolean): ResponseKey | null {
  const login = session.value;
  return login === null ? null : `answer ${login.tenantId} ${isOwn ? login.user.id : "all"} ${path}`;
}

/** Reads a stored response; null: none. */
export async function storedResponse(key: ResponseKey): Promise<StoredResponse | null> {
  return (await readValue(key)) ?? null;
}

/**
 * Stores a response and deletes the oldest ones above the limit. On a full device it is not stored: counts
 * need the space. Nor is it stored when its user has logged out: deleted responses must not return.
 */
export async function storeResponse(key: ResponseKey, response: StoredResponse): Promise<void> {
  if (!key.startsWith(`answer ${session.value?.tenantId} `)) return;
  try {
    await writeValue(key, response);
    const db = await localDb();
    if ((await db.count("values", responseRange())) > MAX_RESPONSES) await deleteOldest();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  }
}

/** Deletes all responses, for a change of the tenant or user. */
export async function clearResponses(): Promise<void> {
  await (await localDb()).delete("values", responseRange());
}

async function deleteOldest(): Promise<void> {
  const tx = (await localDb()).transaction("values", "readwrite");
  const entries: { readonly key: ResponseKey; readonly at: number }[] = [];
  for (
    let cursor = await tx.store.openCursor(responseRange());
    cursor !== null;
    cursor = await cursor.continue()
  ) {
    entries.push({ key: cursor.key as ResponseKey, at: (cursor.value as StoredResponse).at });
  }
  const oldest = entries.sort((a, b) => a.at - b.at).slice(0, entries.length - MAX_RESPONSES / 2);
  await Promise.all([...oldest.map(({ key }) => tx.store.delete(key)), tx.done]);
}
