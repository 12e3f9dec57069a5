import { z } from "zod";
import { NOTICE_KINDS, NOTICE_MODES, STANDARD_DIGEST_HOUR } from "../domain/notice-kinds.ts";
import { type Role, rolesIn } from "../domain/roles.ts";
import { LOCALE_CODES, type Locale } from "../i18n/locales.ts";
import { readSettings } from "../settings/settings.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { replaceInto, selectFrom } from "../storage/database/table-statements.ts";

// The persons who get notices, with what they have chosen.

const Modes = z.partialRecord(z.enum(NOTICE_KINDS), z.enum(NOTICE_MODES));
type Modes = z.output<typeof Modes>;

/** A person's own choices. */
type Choice = ReturnType<typeof choiceOf>;

/** A person with an address, who is active. */
export interface Recipient extends Choice {
  readonly userId: number;
  readonly tenantId: number;
  readonly fullName: string;
  readonly email: string;
  readonly roles: readonly Role[];
  /** Of the e-mails. */
  readonly locale: Locale;
}

const choice = selectFrom(
  "noticeChoice",
  ["tenantId", "userId"],
  ["modes", "digestHour", "language", "change"],
);
const save = replaceInto("noticeChoice", ["userId", "tenantId", "modes", "digestHour", "language", "change"]);
const recipients = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("user as u")
    .leftJoin("noticeChoice as c", "c.userId", "u.oid")
    .where("u.tenantId", "=", p.tenantId)
    .where("u.kind", "=", "person")
    .where("u.isActive", "=", 1)
    .where("u.isConfirmed", "=", 1)
    .where("u.email", "is not", null)
    .orderBy("u.oid")
    .select(["u.oid as userId", "u.tenantId", "u.fullName", "u.email", "u.roles"])
    .select(["c.modes", "c.digestHour", "c.language"]),
);
const tenants = statement(() => sqlite.selectFrom("tenant").orderBy("oid").select("oid"));

/** The ids of all tenants. */
export function listTenants(db: Db): readonly number[] {
  return tenants.all(db, {}).map(({ oid }) => oid);
}

/** The active persons of a tenant who have an address. After a restore, only those whom an Admin has confirmed. */
export function listRecipients(db: Db, tenantId: number): readonly Recipient[] {
  const { language: siteLanguage } = readSettings(db).settings;
  return recipients.all(db, { tenantId }).flatMap(({ email, roles, ...row }) => {
    if (email === null) return [];
    const chosen = choiceOf(row);
    return [{ ...row, ...chosen, email, roles: rolesIn(roles), locale: chosen.language ?? siteLanguage }];
  });
}

/** The same for one person; null: the person gets nothing. */
export function findRecipient(db: Db, tenantId: number, userId: number): Recipient | null {
  return listRecipients(db, tenantId).find((person) => person.userId === userId) ?? null;
}

/** What a person has chosen, and the number of its last change; 0: nothing yet. */
export function findChoice(db: Db, tenantId: number, userId: number): Choice & { readonly change: number } {
  const row = choice.first(db, { tenantId, userId });
  return { ...choiceOf(row ?? { modes: null, digestHour: null, language: null }), change: row?.change ?? 0 };
}

/** Saves what a person has chosen. */
export function saveChoice(tx: Tx, tenantId: number, userId: number, chosen: Choice): void {
  const { modes, digestHour, language } = chosen;
  save.run(tx, { tenantId, userId, modes: JSON.stringify(modes), digestHour, language, change: tx.change });
}

interface ChoiceRow {
  readonly modes: string | null;
  readonly digestHour: number | null;
  readonly language: string | null;
}

function choiceOf({ modes, digestHour, language }: ChoiceRow) {
  return {
    /** A kind that is absent has its default. */
    modes: modes === null ? {} : modesOf(modes),
    digestHour: digestHour ?? STANDARD_DIGEST_HOUR,
    /** Null: the site's language. */
    language: LOCALE_CODES.find((code) => code === language) ?? null,
  };
}

/** Choices that this version does not know are left out. */
function modesOf(json: string): Modes {
  const all = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
  const known = NOTICE_KINDS.flatMap((kind) => {
    const mode = NOTICE_MODES.find((one) => one === all[kind]);
    return mode === undefined ? [] : [[kind, mode] as const];
  });
  return Object.fromEntries(known);
}
