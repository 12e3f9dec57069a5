import { z } from "zod";
import { ROLES, type Role } from "../domain/roles.ts";
import { recordEvent } from "../security-log/event.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";

/** What people change while the box works. It holds for the whole box. */
export interface Settings {
  /** What the site calls itself; null: nothing yet. */
  readonly siteName: string | null;
  /** The language of pages until somebody chooses. */
  readonly language: "en" | "cs";
  /** A terminal that nobody touches asks for the PIN again after so many minutes. */
  readonly terminalLockMinutes: number;
  /** Codes of articles that get one by themselves: zeros in braces stand for the number. */
  readonly articleCodePattern: string;
  /** A count of so many times the expected quantity is asked about. */
  readonly quantityWarningFactor: number;
  /** An Admin requires HTTPS (ops/tls/https-routes.ts). */
  readonly isHttpsRequired: boolean;
  /** The roles that must have a second factor, unless the configuration names them. */
  readonly secondFactorRoles: readonly Role[];
}

const Stored = z.object({
  siteName: z.string().nullable().default(null),
  language: z.enum(["en", "cs"]).default("en"),
  terminalLockMinutes: z.int().default(5),
  articleCodePattern: z.string().default("A{000000}"),
  quantityWarningFactor: z.int().default(10),
  isHttpsRequired: z.boolean().default(false),
  secondFactorRoles: z.array(z.enum(ROLES)).default([]),
});

const all = statement(() => sqlite.selectFrom("setting").select(["name", "value", "change"]));
const put = statement((p: { name: string; value: string; change: number }) =>
  sqlite.replaceInto("setting").values({ name: p.name, value: p.value, change: p.change }),
);
const tenantName = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("tenant").select("name").where("oid", "=", p.tenantId),
);

/** Every setting, as it was set or by default, and the number of their last change (0: none was set yet). */
export function readSettings(db: Db): { settings: Settings; change: number } {
  const rows = all.all(db, {});
  const values = Object.fromEntries(
    rows.map(({ name, value }): [string, unknown] => [name, JSON.parse(value)]),
  );
  return { settings: Stored.parse(values), change: Math.max(0, ...rows.map(({ change }) => change)) };
}

/** What the site is called to this tenant's people: the tenant's own name until the site has one. */
export function siteNameFor(db: Db, tenantId: number): string {
  const { siteName } = readSettings(db).settings;
  const name = siteName ?? tenantName.first(db, { tenantId })?.name;
  if (name === undefined) throw new Error(`there is no tenant ${tenantId}`);
  return name;
}

/** Sets those that are given; they must have been checked before. */
export function changeSettings(
  tx: Tx,
  given: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): void {
  const { settings: before } = readSettings(tx);
  const changes = Object.entries(given).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof Settings],
  );
  if (changes.length > 0) {
    const details = Object.fromEntries(
      changes.map(([name, after]) => [name, { before: before[name as keyof Settings], after }]),
    );
    recordEvent(tx, { kind: "settingsChanged", tenantId: null, details });
  }
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) put.run(tx, { name, value: JSON.stringify(value), change: tx.change });
  }
}
