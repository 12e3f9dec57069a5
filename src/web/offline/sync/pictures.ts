import { effect } from "@preact/signals";
import { askFile } from "../../api/ask.ts";
import { connection } from "../../api/connection.ts";
import { askAsUser, session, userToken, withToken } from "../../api/tokens.ts";
import type { ArticlePhoto } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import { written } from "../../db/tab-messages.ts";
import { readValue, type StoredPicture, writeValue } from "../../db/values.ts";
import { isExpected } from "../../ui/use-action.tsx";

// The newest photo of an article as a thumbnail: loaded when the article is on the card, stored for when the server is away.

const MAX_STORED = 200;

/** Under which names thumbnails are stored. */
export const allPictures = () => IDBKeyRange.bound("picture ", "picture!", false, true);

/** What the server said since this page began; null: the article has no photo. */
const checked = new Map<string, Blob | null>();
let errandsSeen = 0;
// A photo that was taken here may be the newest now.
effect(() => {
  const { errands } = written.value;
  if (errands !== errandsSeen) checked.clear();
  errandsSeen = errands;
});

type PictureKey = `picture ${string}`;
const keyOf = (articleId: number): PictureKey => `picture ${session.peek()?.tenantId ?? 0} ${articleId}`;

/** The thumbnail if it needs no reading; undefined: `loadPicture` knows. */
export function knownPicture(articleId: number): Blob | null | undefined {
  return checked.get(keyOf(articleId));
}

/**
 * Hands over the stored thumbnail, then the server's where it is another one; null: there is none. Without the server only the
 * stored one. Throws what the storage throws.
 */
export async function loadPicture(articleId: number, show: (picture: Blob | null) => void): Promise<void> {
  const key = keyOf(articleId);
  const stored = await readValue(key);
  show(stored?.file ?? null);
  if (connection.peek() === "away" || session.peek() === null) return;
  try {
    const [newest] = await askAsUser<readonly ArticlePhoto[]>(`/api/photoarticle/${articleId}`);
    const picture = newest === undefined ? null : await newestOf(newest.oid, stored);
    if (picture?.photoId !== stored?.photoId) await store(key, picture);
    checked.set(key, picture?.file ?? null);
    if (picture?.photoId !== stored?.photoId) show(picture?.file ?? null);
  } catch (error) {
    // Without an answer the stored one stays; counting needs no picture.
    if (!isExpected(error)) throw error;
  }
}

async function newestOf(photoId: number, stored: StoredPicture | undefined): Promise<StoredPicture> {
  if (stored?.photoId === photoId) return stored;
  const path = `/api/photos/${photoId}/thumbnail`;
  const file = await withToken(userToken, (token) => askFile(path, { token }));
  return { photoId, file, at: Date.now() };
}

/** Stores a thumbnail; of too many the oldest go. On a full device it is not stored: counts have the room. */
async function store(key: PictureKey, picture: StoredPicture | null): Promise<void> {
  try {
    await writeValue(key, picture);
    const db = await localDb();
    if ((await db.count("values", allPictures())) > MAX_STORED) await forgetOldest();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
  }
}

async function forgetOldest(): Promise<void> {
  const tx = (await localDb()).transaction("values", "readwrite");
  const [keys, pictures] = await Promise.all([
    tx.store.getAllKeys(allPictures()),
    tx.store.getAll(allPictures()),
  ]);
  const found = keys.map((key, index) => ({ key, at: (pictures[index] as StoredPicture).at }));
  const oldest = found.sort((a, b) => a.at - b.at).slice(0, found.length - MAX_STORED / 2);
  await Promise.all([...oldest.map(({ key }) => tx.store.delete(key)), tx.done]);
}
