import { effect } from "@preact/signals";
import { call } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { requestFile } from "../../api/send-request.ts";
import { requestAsUser, session, userToken, withToken } from "../../api/tokens.ts";
import { writeCapped } from "../../db/capped-values.ts";
import { written } from "../../db/tab-messages.ts";
import { pictureRange, readValue, type StoredPicture } from "../../db/values.ts";
import { ExpectedError } from "../../errors/error-queue.ts";

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
    await writeCapped(key, picture, pictureRange(), MAX_STORED);
    show(file);
  } catch (error) {
    // Without a response the stored one stays. Counting does not need it.
    if (!(error instanceof ExpectedError)) throw error;
  }
}

async function newestOf(photoId: number, stored: StoredPicture | undefined): Promise<StoredPicture> {
  if (stored?.photoId === photoId) return stored;
  const thumbnail = call("GET /api/photos/{oid}/thumbnail", { oid: photoId });
  const file = await withToken(userToken, (token) => requestFile(thumbnail, { token }));
  return { photoId, file, at: Date.now() };
}
