import type { Locale } from "../../i18n/locales.ts";
import { localDb } from "./database.ts";

/** The tab that sends unsent requests, and the end of its lease. */
export interface Lease {
  readonly tab: string;
  /** Ms since 1970 by this device's clock. */
  readonly until: number;
  readonly isSeen: boolean;
}

/** A token and when it ends, in ms since 1970 by this device's clock. */
export interface Bearer {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly endsAt: number;
}

/** Who is logged in here. */
export interface StoredSession extends Bearer {
  readonly user: { readonly id: number; readonly userName: string; readonly fullName: string };
  readonly tenantId: number;
  readonly roles: readonly string[];
  /** How the login was made: at a paired device by PIN, or on a phone of one's own. */
  readonly via: "device" | "self";
}

/** This browser as a paired terminal. */
export interface StoredDevice {
  readonly deviceToken: string;
  readonly deviceTokenId: number;
  readonly name: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The server's answer that the token is worth nothing any more. */
  readonly isRevoked: boolean;
}

/** What the server said once, to be shown while it is away. */
export interface StoredResponse {
  /** When, ms since 1970 by this device's clock. */
  readonly at: number;
  readonly tag: string | null;
  readonly body: unknown;
}

/** What somebody typed and has not saved. */
export interface Draft {
  readonly kind: "quantity" | "note";
  /** The screen on which it was typed. */
  readonly path: string;
  readonly inventoryId: number;
  /** The item, and where it was counted. */
  readonly name: string;
  readonly code: string | null;
  readonly place: string;
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

/** What is kept by name. */
export interface Values {
  /** By tenant, user (or `all`) and path. */
  [answer: `answer ${string}`]: StoredResponse;
  /** By user: what they typed and have not saved. */
  [drafts: `drafts ${number}`]: readonly Draft[];
  /** By tenant and article. */
  [picture: `picture ${string}`]: StoredPicture;
  device: StoredDevice;
  /** The paired device's own access. */
  deviceBearer: Bearer;
  session: StoredSession;
  /** The columns that are shown of one of the console's tables. */
  [columns: `columns ${string}`]: readonly string[];
  /** Somebody has put away the console's first steps. */
  firstStepsHidden: boolean;
  /** What somebody has chosen for the columns of tables of a kind that come in, by what stands above them. */
  [chosen: `import ${string}`]: Readonly<Record<string, string | null>>;
  /** Who is logged in at the console. */
  officeSession: StoredSession;
  /** When somebody last worked at the console, ms since 1970. */
  officeTouchedAt: number;
  /** The terminal waits for a PIN: since when nobody has touched it. */
  lockedAt: number;
  /** Somebody continued without the server, so the PIN was not checked. */
  unconfirmed: boolean;
  /** When somebody last touched it, ms since 1970. */
  touchedAt: number;
  people: readonly { readonly id: number; readonly userName: string; readonly fullName: string }[];
  /** Who was let in here, the last one first. */
  lastPeople: readonly number[];
  site: {
    readonly siteName: string;
    readonly language: Locale;
    readonly terminalLockMinutes: number;
    readonly quantityWarningFactor: number;
  };
  /** The day for which the notice that pairings end soon is put away. */
  endingSeenOn: string;
  language: Locale;
  theme: "light" | "dark" | "auto";
  /** What this device knows of the time (api/server-time.ts). */
  time: { readonly offset: number };
  /** Whose the records are that are kept of the server. */
  owner: { readonly tenantId: number };
  /**
   * Where following the articles goes on; `isLoading`: they are being brought from the beginning; `areHere`: they had been
   * brought whole before.
   */
  articles: { readonly cursor: string; readonly isLoading: boolean; readonly areHere: boolean };
  /** Another one is made with each new database: a cleared storage is told by it. */
  databaseId: string;
  /** Which tab sends. */
  lease: Lease;
  locations: { readonly tag: string };
  scanner: { readonly layout: string | null };
  speech: { readonly isOn: boolean };
  sound: { readonly isMuted: boolean; readonly volume: number };
  printing: { readonly printerId: number; readonly labelFormatId: number };
}

/** A value by its name; undefined: there is none. */
export async function readValue<K extends keyof Values>(name: K): Promise<Values[K] | undefined> {
  const db = await localDb();
  return (await db.get("values", name)) as Values[K] | undefined;
}

/** Keeps a value under its name; null takes it away. */
export async function writeValue<K extends keyof Values>(name: K, value: Values[K] | null): Promise<void> {
  const db = await localDb();
  if (value === null) await db.delete("values", name);
  else await db.put("values", value, name);
}

/**
 * Keeps another value (null: none) where the one that is kept is still `now`, and says whether it was: a tab that slept may
 * hold what another one has long replaced.
 */
export async function replaceValue<K extends keyof Values>(
  name: K,
  now: Values[K],
  next: Values[K] | null,
): Promise<boolean> {
  const db = await localDb();
  const { store, done } = db.transaction("values", "readwrite");
  const isStill = JSON.stringify(await store.get(name)) === JSON.stringify(now);
  if (isStill) void (next === null ? store.delete(name) : store.put(next, name));
  await done;
  return isStill;
}
