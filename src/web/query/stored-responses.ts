import { session } from "../api/tokens.ts";
import { writeCapped } from "../db/capped-values.ts";
import { localDb } from "../db/database.ts";
import { readValue, type StoredResponse } from "../db/values.ts";

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

/** Stores a response, unless its user has logged out: deleted responses must not return. */
export async function storeResponse(key: ResponseKey, response: StoredResponse): Promise<void> {
  if (!key.startsWith(`answer ${session.value?.tenantId} `)) return;
  await writeCapped(key, response, responseRange(), MAX_RESPONSES);
}

/** Deletes all responses, for a change of the tenant or user. */
export async function clearResponses(): Promise<void> {
  await (await localDb()).delete("values", responseRange());
}
