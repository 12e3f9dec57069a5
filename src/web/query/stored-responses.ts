import { session } from "../api/tokens.ts";
import { localDb } from "../db/database.ts";
import { readValue, type StoredResponse, writeValue } from "../db/values.ts";

// What the server said of this and that, so that it can be shown while it is away. An answer is the tenant's, and the user's alone
// where others may see something else; nobody else's is ever shown.

export type AnswerKey = `answer ${string}`;

const MOST = 300;
/** Under which names answers are kept. */
export const allAnswers = () => IDBKeyRange.bound("answer ", "answer!", false, true);

/** Under which name the answer to a path is kept; `isOwn`: it is for the user who is logged in. Null: nobody is. */
export function responseKey(path: string, isOwn: boolean): AnswerKey | null {
  const who = session.value;
  return who === null ? null : `answer ${who.tenantId} ${isOwn ? who.user.id : "all"} ${path}`;
}

/** The answer as it is kept; null: none is. */
export async function storedResponse(key: AnswerKey): Promise<StoredResponse | null> {
  return (await readValue(key)) ?? null;
}

/** Keeps an answer; of too many the oldest go. On a full device it is not kept: what counts has the room. */
export async function storeResponse(key: AnswerKey, answer: StoredResponse): Promise<void> {
  try {
    await writeValue(key, answer);
    const db = await localDb();
    if ((await db.count("values", allAnswers())) > MOST) await forgetOldest();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  }
}

/** Forgets all answers, as where this browser goes to another tenant or person. */
export async function clearResponses(): Promise<void> {
  await (await localDb()).delete("values", allAnswers());
}

async function forgetOldest(): Promise<void> {
  const tx = (await localDb()).transaction("values", "readwrite");
  const found: { readonly key: AnswerKey; readonly at: number }[] = [];
  for (
    let cursor = await tx.store.openCursor(allAnswers());
    cursor !== null;
    cursor = await cursor.continue()
  ) {
    found.push({ key: cursor.key as AnswerKey, at: (cursor.value as StoredResponse).at });
  }
  const oldest = found.sort((a, b) => a.at - b.at).slice(0, found.length - MOST / 2);
  await Promise.all([...oldest.map(({ key }) => tx.store.delete(key)), tx.done]);
}
