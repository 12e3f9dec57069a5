import { effect } from "@preact/signals";
import { call } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { requestFile } from "../../api/send-request.ts";
import { requestAsUser, session, userToken, withToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { written } from "../../db/tab-messages.ts";
import { pictureRange, readValue, type StoredPicture, writeValue } from "../../db/values.ts";
import { isExpected } from "../../ui/use-action.tsx";

// The thumbnail of the newest photo of an article: loaded for the card, and stored for offline use.

const MAX_STORED = 200;

/** The thumbnails checked since the page was loaded; null: the article has no photo. */
const checked = new Map<string, Blob | null>();
let seenVersion = 0;
// A photo taken on this device may be the newest now.
effect(() => {
  const { errands: version } = written.value;
  if (version !== seenVersion) checked.clear();
  seenVersion = version;
});

type PictureKey = `picture ${string}`;
const keyOf = (articleId: number): PictureKey => `picture ${session.peek()?.tenantId ?? 0} ${articleId}`;

/** The thumbnail if it was checked already; undefined: use `loadPicture`. */
export function knownPicture(articleId: number): Blob | null | undefined {
  return checked.get(keyOf(articleId));
}

/**
 * Passes the stored thumbnail to `show`, then the server's if it differs; null: none. Throws errors of the
 * storage.
 */
export async function loadPicture(articleId: number, show: (picture: Blob | null) => void): Promise<void> {
  const key = keyOf(articleId);
  const stored = await readValue(key);
  show(stored?.file ?? null);
  if (connection.peek() === "away" || session.peek() === null) return;
  try {
    const [newest] = await requestAsUser(call("GET /api/photoarticle/{articleId}", { articleId }));
    const picture = newest === undefined ? null : await newestOf(newest.oid, stored);
    // The user has logged out: deleted pictures must not return.
    if (keyOf(articleId) !== key) return;
    const file = picture?.file ?? null;
    checked.set(key, file);
    if (picture?.photoId === stored?.photoId) return;
    await store(key, picture);
    show(file);
  } catch (error) {
    // Without a response the stored one stays. Counting does not need it.
    if (!isExpected(error)) throw error;
  }
}

async function newestOf(photoId: number, stored: StoredPicture | undefined): Promise<StoredPicture> {
  if (stored?.photoId === photoId) return stored;
  const thumbnail = call("GET /api/photos/{oid}/thumbnail", { oid: photoId });
  const file = await withToken(userToken, (token) => requestFile(thumbnail, { token }));
  return { photoId, file, at: Date.now() };
}

/**
 * Stores a thumbnail and deletes the oldest ones above the limit. On a full device it is not stored: counts
 * need the space.
 */
async function store(key: PictureKey, picture: StoredPicture | null): Promise<void> {
  try {
    await writeValue(key, picture);
    const db = await localDb();
    if ((await db.count("values", pictureRange())) > MAX_STORED) await deleteOldest();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  }
}

async function deleteOldest(): Promise<void> {
  const tx = (await localDb()).transaction("values", "readwrite");
  const [keys, pictures] = await Promise.all([
    tx.store.getAllKeys(pictureRange()),
    tx.store.getAll(pictureRange()),
  ]);
  const found = keys.map((key, index) => ({ key, at: (pictures[index] as StoredPicture).at }));
  const oldest = found.sort((a, b) => a.at - b.at).slice(0, found.length - MAX_STORED / 2);
  await Promise.all([...oldest.map(({ key }) => tx.store.delete(key)), tx.done]);
}
