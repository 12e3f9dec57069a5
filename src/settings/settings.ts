import { z } from "zod";
import { ROLES } from "../domain/roles.ts";
import { LOCALE_CODES } from "../i18n/locales.ts";
import { recordEvent } from "../security-log/event.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { deleteFrom, replaceInto, selectFrom } from "../storage/database/table-statements.ts";
import type { Storage } from "../storage/storage.ts";

/** Settings that can change while the server runs. They apply to all tenants. */
const Settings = z.object({
  /** Name of the site; null: not set. */
  siteName: z.string().nullable().default(null),
  /** Default language of pages. */
  language: z.enum(LOCALE_CODES).default("en"),
  /** Minutes of inactivity after which a terminal requires the PIN again. */
  terminalLockMinutes: z.int().default(5),
  /** Pattern of assigned article codes: zeros in braces are the number. */
  articleCodePattern: z.string().default("A{000000}"),
  /** A count of at least this multiple of the expected quantity requires a confirmation. */
  quantityWarningFactor: z.int().default(10),
  /** An Admin requires HTTPS (ops/tls/https-rule.ts). */
  isHttpsRequired: z.boolean().default(false),
  /** Origins of other servers' pages that may call the API (CORS). */
  crossOrigins: z.array(z.string()).default([]),
  /** The roles that must have a second factor, unless the configuration names them. */
  secondFactorRoles: z.array(z.enum(ROLES)).default([]),
  /** The roles of the first tenant that see what the head office knows of all sites. */
  allSitesRoles: z.array(z.enum(ROLES)).default(["Admin"]),
});
type Settings = Readonly<z.output<typeof Settings>>;

const all = statement(() => sqlite.selectFrom("setting").select(["name", "value", "change"]));
const put = replaceInto("setting", ["name", "value", "change"]);
const tenantName = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("tenant").select("name").where("oid", "=", p.tenantId),
);

const byName = selectFrom("setting", ["name"], ["value", "change"]);
const remove = deleteFrom("setting", ["name"]);

/**
 * Values beside the settings, which the API of the settings does not show: since when HTTPS is required, in milliseconds since
 * 1970, and the mail server with its password (notices/smtp/mail-server.ts).
 */
type OtherSetting = "httpsRequiredSince" | "mailServer";

/** Reads a value beside the settings, and the number of its last change; null: it is not set. The caller validates it. */
export function readOtherSetting(db: Db, name: OtherSetting): { value: unknown; change: number } | null {
  const row = byName.first(db, { name });
  return row && { value: JSON.parse(row.value), change: row.change };
}

/** Saves a value beside the settings; null removes it. */
export function saveOtherSetting(tx: Tx, name: OtherSetting, value: object | number | null): void {
  if (value === null) remove.run(tx, { name });
  else put.run(tx, { name, value: JSON.stringify(value), change: tx.change });
}

/** Reads since when HTTPS is required, in milliseconds since 1970; null: it is not. */
export function httpsRequiredSince(db: Db): number | null {
  const saved = readOtherSetting(db, "httpsRequiredSince");
  return saved && z.number().parse(saved.value);
}

/** Saves since when HTTPS is required, in milliseconds since 1970; null: it is not any more. */
export function saveHttpsRequiredSince(tx: Tx, since: number | null): void {
  saveOtherSetting(tx, "httpsRequiredSince", since);
}

/** Makes a function that returns the permitted origins, read again after each change of a setting. */
export function makeCrossOrigins(storage: Storage): () => readonly string[] {
  let origins: readonly string[] | null = null;
  storage.onChange(["setting"], () => {
    origins = null;
  });
  return () => {
    origins ??= readSettings(storage.db).settings.crossOrigins;
    return origins;
  };
}

/** Reads all settings, with defaults, and the number of their last change (0: none is set). */
export function readSettings(db: Db): { settings: Settings; change: number } {
  const rows = all.all(db, {});
  const values = Object.fromEntries(
    rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]),
  );
  // Whether HTTPS is required has a page of its own.
  const own = rows.filter(({ name }) => name in Settings.shape && name !== "isHttpsRequired");
  return { settings: Settings.parse(values), change: Math.max(0, ...own.map(({ change }) => change)) };
}

/** Name of the site for users of this tenant: the name of the tenant where the site has none. */
export function siteNameFor(db: Db, tenantId: number): string {
  const name = findSiteName(db, tenantId);
  if (name === null) throw new Error(`there is no tenant ${tenantId}`);
  return name;
}

/** Like siteNameFor; null: there is no such tenant, because the server is not set up yet. */
export function findSiteName(db: Db, tenantId: number): string | null {
  const tenant = tenantName.first(db, { tenantId });
  return tenant && (readSettings(db).settings.siteName ?? tenant.name);
}

/** Saves the present settings, which must be valid. Records the changes in the security log. */
export function changeSettings(
  tx: Tx,
  values: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): void {
  const { settings: before } = readSettings(tx);
  const changes = Object.entries(values).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof Settings]),
  );
  if (changes.length > 0) {
    const details = Object.fromEntries(
      changes.map(([name, after]) => [name, { before: before[name as keyof Settings], after }]),
    );
    recordEvent(tx, { kind: "settingsChanged", tenantId: null, details });
  }
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) put.run(tx, { name, value: JSON.stringify(value), change: tx.change });
  }
}
