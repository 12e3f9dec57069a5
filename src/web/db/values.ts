import type { Locale } from "../../i18n/locales.ts";
import type { CustodyPerson, OpenCustody } from "../api/types/endpoints.d.ts";
import { localDb, STRICT } from "./database.ts";

/** The tab that sends unsent requests, and the end of its lease. */
export interface Lease {
  readonly tab: string;
  /** Ms since 1970 by this device's clock. */
  readonly until: number;
  readonly isSeen: boolean;
}

/** A token and its expiry, in ms since 1970 by this device's clock. */
export interface Bearer {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly endsAt: number;
}

/** What delivers the queued commands of a login when it has ended. */
export interface StoredSubmission {
  readonly token: string;
  /** Base64url. Signs the commands while they are queued. */
  readonly key: string;
}

/** A login. Without tokens: the terminal is locked, or its user continues without a PIN check. */
export interface StoredSession extends Partial<Bearer> {
  readonly user: { readonly id: number; readonly userName: string; readonly fullName: string };
  readonly tenantId: number;
  readonly roles: readonly string[];
  /** By PIN on a paired device, or on the user's own device. */
  readonly via: "device" | "self";
  /** Only by PIN on a paired device. */
  readonly submission?: StoredSubmission;
}

/** This browser as a paired terminal. */
export interface StoredDevice {
  readonly deviceToken: string;
  readonly deviceTokenId: number;
  readonly name: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The server has rejected the token. */
  readonly isRevoked: boolean;
}

/** A response of the server, to be shown without a connection. */
export interface StoredResponse {
  /** When it came, ms since 1970 by this device's clock. */
  readonly at: number;
  readonly tag: string | null;
  readonly body: unknown;
}

/** Text that a user typed and did not save. */
export interface Draft {
  readonly kind: "quantity" | "note";
  /** The screen of the field. */
  readonly path: string;
  readonly inventoryId: number;
  /** The item and its location. */
  readonly name: string;
  readonly code: string | null;
  readonly place: string;
  /** Null: pieces; undefined: stored by an earlier version. */
  readonly unit: string | null | undefined;
  readonly text: string;
  /** Ms since 1970. */
  readonly at: number;
}

/** The newest photo of an article. */
export interface StoredPicture {
  readonly photoId: number;
  /** Its thumbnail. */
  readonly file: Blob;
  /** When it was stored, ms since 1970. */
  readonly at: number;
}

/** Who has which article, and the people with their badges. */
export interface StoredCustody {
  readonly people: readonly CustodyPerson[];
  readonly open: readonly OpenCustody[];
  readonly tags: { readonly people: string | null; readonly open: string | null };
  /** When the server sent `open`, by its clock, ISO 8601. */
  readonly at: string;
}

/** Who has begun the kiosk; operations are recorded in this name. */
export interface StoredKiosk {
  /** Of the pairing for which it was begun: another one ends it. */
  readonly deviceToken: string;
  /** Of the server for which it was begun; absent: not known. */
  readonly installation?: string;
  readonly tenantId: number;
  readonly userId: number;
  /** Days until an article is due; null: no date. */
  readonly days: number | null;
}

/** A visit of a person at the kiosk. */
export interface StoredKioskVisit {
  readonly userId: number;
  /** What is recorded after this command belongs to it. */
  readonly afterSeq: number;
  /** The last scan or tap of the person, ms since 1970. */
  readonly usedAt: number;
}

/** Why a tag is counted or not: its group on the screen. */
export type TagGroup =
  | "here"
  | "elsewhere"
  | "unexpected"
  | "moved"
  | "before"
  | "several"
  | "unknown"
  | "discarded";

/** An RFID tag that was read in a count. */
export interface StoredTag {
  readonly epc: string;
  readonly group: TagGroup;
  /** Null: unknown, or of several articles. */
  readonly articleId: number | null;
  readonly name: string;
  readonly code: string | null;
  /** The pieces that it means. */
  readonly pieces: number;
  /** The operation that counts it; null: not counted. */
  readonly operationId: string | null;
  /** When it was read first, ms since 1970. */
  readonly at: number;
}

/** How an RFID reader writes tags. */
export interface ReaderFormat {
  /** Text before and after each tag. */
  readonly prefix: string;
  readonly suffix: string;
  /** The EPC alone, or after the protocol control word. */
  readonly form: "epc" | "pc";
}

/** The stored values by key. */
export interface Values {
  /** By tenant, user (or `all`) and path. */
  [answer: `answer ${string}`]: StoredResponse;
  /** By user. */
  [drafts: `drafts ${number}`]: readonly Draft[];
  /** By tenant and article. */
  [picture: `picture ${string}`]: StoredPicture;
  device: StoredDevice;
  /** The access token of the paired device. */
  deviceBearer: Bearer;
  session: StoredSession;
  /** The visible columns of a table of the console. */
  [columns: `columns ${string}`]: readonly string[];
  /** The first steps of the console are hidden. */
  firstStepsHidden: boolean;
  /** Ids of the users who took or skipped the tour of the console. */
  tourSeen: readonly number[];
  /** The chosen columns of imports, by the column headings of the file. */
  [chosen: `import ${string}`]: Readonly<Record<string, string | null>>;
  /** The login of the console. */
  officeSession: StoredSession;
  /** The last input in the console, ms since 1970. */
  officeTouchedAt: number;
  /** An earlier version of the client stored when the terminal was locked, and kept the tokens. */
  lockedAt: number;
  /** A user continued without the server, so the PIN was not checked. */
  unconfirmed: boolean;
  /** The last input, ms since 1970. */
  touchedAt: number;
  people: readonly { readonly id: number; readonly userName: string; readonly fullName: string }[];
  /** Ids of the users who logged in here, the last one first. */
  lastPeople: readonly number[];
  site: {
    readonly siteName: string;
    readonly language: Locale;
    readonly terminalLockMinutes: number;
    readonly quantityWarningFactor: number;
    /** IANA name; absent: not loaded yet. */
    readonly timeZone?: string;
  };
  /** The day on which the notice about ending pairings is hidden. */
  endingSeenOn: string;
  language: Locale;
  theme: "light" | "dark" | "auto";
  /** The offset of this device (api/server-time.ts). */
  time: { readonly offset: number };
  /** The tenant of the stored records. */
  owner: { readonly tenantId: number };
  /**
   * The cursor of the articles. `isLoading`: they are being loaded from the start; `areHere`: they were
   * complete before that.
   */
  articles: { readonly cursor: string; readonly isLoading: boolean; readonly areHere: boolean };
  /** By tenant: the id of the history of the server's data at the last contact (api/data-history.ts). */
  [history: `history ${number}`]: string;
  /** The installation of the server at the last contact (api/data-history.ts). */
  installation: string;
  /** A new one is made with each database, to detect a cleared storage. */
  databaseId: string;
  /** The tab that sends. */
  lease: Lease;
  /** The numbers of unsent operations that the server knows, by whom they were reported, and by stocktake. */
  reportedPending: Readonly<Record<string, Readonly<Record<number, number>>>>;
  locations: { readonly tag: string };
  custody: StoredCustody;
  /** This terminal hands out and takes back by badges while it is locked. */
  kiosk: StoredKiosk;
  kioskVisit: StoredKioskVisit;
  scanner: { readonly layout: string | null };
  /** What is known of the scanner (scanner/habit.ts). */
  scannerHabit: { readonly end: "Enter" | "Tab" | "none" | null; readonly gap: number };
  rfidReader: ReaderFormat;
  /** By stocktake, location, user and EPC. */
  [tag: `tag ${string}`]: StoredTag;
  /** By stocktake, location and user: the version of its tags. */
  [reading: `reading ${string}`]: string;
  speech: { readonly isOn: boolean };
  sound: { readonly isMuted: boolean; readonly volume: number };
  printing: { readonly printerId: number; readonly labelFormatId: number };
  /** The same for labels of locations. */
  locationPrinting: { readonly printerId: number; readonly labelFormatId: number };
}

/** Reads a value; undefined: none. */
export async function readValue<K extends keyof Values>(name: K): Promise<Values[K] | undefined> {
  const db = await localDb();
  return (await db.get("values", name)) as Values[K] | undefined;
}

/** Stores a value; null deletes it. */
export async function writeValue<K extends keyof Values>(name: K, value: Values[K] | null): Promise<void> {
  const db = await localDb();
  if (value === null) await db.delete("values", name);
  else await db.put("values", value, name);
}

/**
 * Replaces a value (null: deletes it) if it still equals `now`. Returns whether it did. Another tab may have
 * replaced it.
 */
export async function replaceValue<K extends keyof Values>(
  name: K,
  now: Values[K],
  next: Values[K] | null,
): Promise<boolean> {
  const db = await localDb();
  // The server ends a login whose replaced refresh token comes again.
  const { store, done } = db.transaction("values", "readwrite", STRICT);
  const isUnchanged = JSON.stringify(await store.get(name)) === JSON.stringify(now);
  if (isUnchanged) void (next === null ? store.delete(name) : store.put(next, name));
  await done;
  return isUnchanged;
}

/** The keys of the tags that begin so; all tags without a beginning. */
export const tagRange = (beginning = "") =>
  IDBKeyRange.bound(`tag ${beginning}`, `tag ${beginning}\uffff`, false, true);

/** The keys of the versions of all readings. */
export const readingRange = () => IDBKeyRange.bound("reading ", "reading!", false, true);

/** The keys of the drafts of all users. */
export const draftRange = () => IDBKeyRange.bound("drafts ", "drafts!", false, true);

/** The keys of all stored pictures. */
export const pictureRange = () => IDBKeyRange.bound("picture ", "picture!", false, true);
