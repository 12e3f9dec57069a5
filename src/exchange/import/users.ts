import {
  isAbleAdmin,
  lastAdminError,
  losesPinBy,
  type SecretHashes,
  type UserFields,
} from "../../access/accounts/user-changes.ts";
import { assertPinLength } from "../../access/secrets/secret-rules.ts";
import { getUserRecord, storedRoles, type UserRecord } from "../../access/users/user-records.ts";
import {
  assertFreeBadge,
  assertFreeUserName,
  findUserByName,
  listUserNames,
} from "../../access/users/users.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { yesNo } from "./cells.ts";
import { issueValue, type ReportIssue, reportMissingFields, reportMissingKey } from "./issues.ts";
import { type FieldChange, outcomeOf, type PlanContext, type PlannedRow, type Planner } from "./planner.ts";
import { REQUIRED_FIELDS, type Row, type Values } from "./table-fields.ts";

/** Placeholder for a hash in a dry run, which computes none. */
const WILL_BE_SET = "set";

/** A secret as the preview shows it. */
const MASK = "•••";

type LoginState = Parameters<typeof isAbleAdmin>[0];

/**
 * Plans users by user name. Absent values keep the stored ones. A new user needs a name and roles, and is active by default.
 * A password or PIN in a row is always a change, because it can't be compared with the stored hash.
 */
export function userPlanner(context: PlanContext): Planner {
  const planner = new UserPlanner(context);
  return (row, report) => planner.plan(row, report);
}

class UserPlanner {
  readonly #context: PlanContext;
  /** The Admins who can log in after the rows so far. */
  readonly #admins = new Set<number>();

  constructor(context: PlanContext) {
    this.#context = context;
    const { db, tenantId } = context;
    for (const { oid } of listUserNames(db, tenantId))
      if (isAbleAdmin(getUserRecord(db, tenantId, oid))) this.#admins.add(oid);
  }

  plan(row: Row, report: ReportIssue): PlannedRow | null {
    const { db, tenantId, keys } = this.#context;
    const { userName } = row.values;
    reportMissingKey("userName", userName, row.invalid, report);
    if (userName === undefined) return null;
    if (keys.isRepeated("userName", nameKey(userName), issueValue(userName), row.number, report)) return null;
    const { badgeCode } = row.values;
    if (
      badgeCode !== undefined &&
      keys.isDuplicate("badgeCode", `badge ${badgeCode}`, issueValue(badgeCode), row.number, report)
    )
      return null;
    const existing = findUserByName(db, userName);
    if (existing?.tenantId === tenantId) return this.#update(row, getUserRecord(db, tenantId, existing.oid));
    assertFreeUserName(db, userName, null);
    assertFreeBadge(db, tenantId, badgeCode ?? null, null);
    return this.#create(row, userName, report);
  }

  #create(row: Row, userName: string, report: ReportIssue): PlannedRow | null {
    const values = { ...this.#context.defaults, ...row.fallbacks, ...row.values };
    const { firstName, lastName, roles, isActive = true, badgeCode = null } = values;
    reportMissingFields(this.#context.columns, REQUIRED_FIELDS.users, values, row.invalid, report);
    if (row.invalid.length > 0 || firstName === undefined || lastName === undefined || roles === undefined)
      return null;
    assertPinLength(roles, values.pin);
    const { passwordHash = null, pinHash = null, pinDigits = null } = this.#secretsOf(row);
    const write = () => {
      const oid = this.#context.writer.addUser({
        userName,
        firstName,
        lastName,
        roles,
        isActive,
        badgeCode,
        passwordHash,
        pinHash,
        pinDigits,
      });
      const state = {
        isActive: isActive ? 1 : 0,
        roles: JSON.stringify(roles),
        passwordHash,
      } as const;
      this.#updateAdmins(oid, state);
    };
    return { ...outcomeOf(userName, true, changesOf(values, null)), write };
  }

  #update(row: Row, record: UserRecord): PlannedRow | null {
    if (row.invalid.length > 0) return null;
    const changes = changesOf(row.values, record);
    const { roles, isActive, firstName, lastName, badgeCode, pin } = row.values;
    if (pin === undefined && roles !== undefined && losesPinBy(record, roles))
      changes.push({ field: "pin", before: MASK, after: null });
    assertFreeBadge(this.#context.db, this.#context.tenantId, badgeCode ?? null, record.oid);
    assertPinLength(roles ?? storedRoles(record), pin);
    if (record.oid === this.#context.userId) assertNoSecrets(row.values);
    const secrets = this.#secretsOf(row);
    const next: LoginState = {
      isActive: isActive === undefined ? record.isActive : isActive ? 1 : 0,
      roles: roles === undefined ? record.roles : JSON.stringify(roles),
      passwordHash: secrets.passwordHash ?? record.passwordHash,
    };
    this.#assertAdminRemains(record.oid, next);
    const write = () => {
      if (changes.length === 0) return;
      this.#updateAdmins(record.oid, next);
      const fields: UserFields = { firstName, lastName, roles, isActive, badgeCode };
      this.#context.writer.changeUser(record, fields, secrets);
    };
    return { ...outcomeOf(record.userName, false, changes), write };
  }

  #secretsOf({ values, hashes }: Row): SecretHashes {
    if (hashes !== undefined) return hashes;
    return {
      ...(values.password !== undefined && { passwordHash: WILL_BE_SET }),
      ...(values.pin !== undefined && { pinHash: WILL_BE_SET }),
    };
  }

  /** Throws Conflict if no Admin could log in any more. */
  #assertAdminRemains(oid: number, next: LoginState): void {
    if (!isAbleAdmin(next) && this.#admins.has(oid) && this.#admins.size === 1) throw lastAdminError();
  }

  #updateAdmins(oid: number, next: LoginState): void {
    if (isAbleAdmin(next)) this.#admins.add(oid);
    else this.#admins.delete(oid);
  }
}

/** Throws Invalid for a row of the importing user with secrets: their change needs the old one. */
function assertNoSecrets({ password, pin }: Values): void {
  if (password === undefined && pin === undefined) return;
  throw Invalid.field(
    password === undefined ? "pin" : "password",
    msg("is your own: change it on your profile page, which asks for the old one"),
  );
}

/** The changed fields, before and after. Secrets are masked. */
function changesOf(values: Values, record: UserRecord | null): FieldChange[] {
  const changes: FieldChange[] = [];
  const add = (field: FieldChange["field"], before: string | null, after: string | undefined) => {
    if (after !== undefined && after !== before) changes.push({ field, before, after });
  };
  add("firstName", record?.firstName ?? null, values.firstName);
  add("lastName", record?.lastName ?? null, values.lastName);
  add("roles", record && storedRoles(record).join(", "), values.roles?.join(", "));
  const wasActive = record === null ? null : record.isActive === 1;
  if (values.isActive !== undefined && values.isActive !== wasActive)
    changes.push({
      field: "isActive",
      before: wasActive === null ? null : yesNo(wasActive),
      after: yesNo(values.isActive),
    });
  add("badgeCode", record?.badgeCode ?? null, values.badgeCode);
  for (const field of ["password", "pin"] as const)
    if (values[field] !== undefined) changes.push({ field, before: null, after: MASK });
  return changes;
}
