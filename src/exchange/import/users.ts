import { demandPinLength } from "../../access/login/pin-rules.ts";
import {
  getUserRecord,
  isAbleAdmin,
  lastAdminError,
  rolesOf,
  type SecretHashes,
  type UserFields,
  type UserRecord,
} from "../../access/users/user-changes.ts";
import { demandFreeUserName, findUserByName } from "../../access/users/users.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { issueValue, REQUIRED_FIELDS, type TellIssue } from "./issues.ts";
import type { FieldChange, Planned, Planner, PlanParts } from "./plan.ts";
import { neededFor, requiredFor } from "./repeated.ts";
import * as store from "./store.ts";
import type { Row, Values } from "./values.ts";

/** The hashes of new secrets, by the rows that bring them. */
export type Hashes = ReadonlyMap<number, SecretHashes>;

/** Stands for a hash in a dry run, which makes none. */
const WILL_BE_SET = "set";

/**
 * Plans users by user name. What a row does not say stays; a new one needs a name and roles, and is active unless the row
 * says no. A password or PIN in a row is always a change: what is stored can't be compared with it.
 */
export function userPlanner(parts: PlanParts): Planner {
  const { db, hand, tenantId, hashes, keys, defaults } = parts;
  const admins = new Set<number>();
  for (const { oid } of store.users.all(db, { tenantId }))
    if (isAbleAdmin(getUserRecord(db, tenantId, oid))) admins.add(oid);

  function secretsOf({ number, values }: Row): SecretHashes {
    if (hashes !== null) return hashes.get(number) ?? {};
    return {
      ...(values.password !== undefined && { passwordHash: WILL_BE_SET }),
      ...(values.pin !== undefined && { pinHash: WILL_BE_SET }),
    };
  }

  /** Throws Conflict where no Admin would be left who can log in. */
  function refuseLockout(oid: number, next: Parameters<typeof isAbleAdmin>[0]): void {
    if (!isAbleAdmin(next) && admins.has(oid) && admins.size === 1) throw lastAdminError();
  }
  function noteAdmin(oid: number, next: Parameters<typeof isAbleAdmin>[0]): void {
    if (isAbleAdmin(next)) admins.add(oid);
    else admins.delete(oid);
  }

  function create(row: Row, userName: string, tell: TellIssue): Planned | null {
    const values = { ...defaults, ...row.fallbacks, ...row.values };
    const { firstName, lastName, roles, isActive = true } = values;
    for (const field of REQUIRED_FIELDS.users)
      if (values[field] === undefined && !row.faulty.includes(field)) tell(neededFor("users", field));
    if (row.faulty.length > 0 || firstName === undefined || lastName === undefined || roles === undefined)
      return null;
    demandPinLength(roles, values.pin);
    const { passwordHash = null, pinHash = null, pinDigits = null } = secretsOf(row);
    const write = () => {
      const oid = hand.addUser({
        ...{ userName, firstName, lastName, roles, isActive },
        ...{ passwordHash, pinHash, pinDigits },
      });
      noteAdmin(oid, { isActive: isActive ? 1 : 0, roles: JSON.stringify(roles), passwordHash, pinHash });
    };
    return { kind: "create", key: userName, changes: changesOf(values, null), write };
  }

  function update(row: Row, record: UserRecord): Planned | null {
    if (row.faulty.length > 0) return null;
    const changes = changesOf(row.values, record);
    const { roles, isActive, firstName, lastName } = row.values;
    demandPinLength(roles ?? rolesOf(record), row.values.pin);
    const secrets = secretsOf(row);
    const next = {
      isActive: isActive === undefined ? record.isActive : isActive ? (1 as const) : (0 as const),
      roles: roles === undefined ? record.roles : JSON.stringify(roles),
      passwordHash: secrets.passwordHash ?? record.passwordHash,
      pinHash: secrets.pinHash ?? record.pinHash,
    };
    refuseLockout(record.oid, next);
    const write = () => {
      if (changes.length === 0) return;
      noteAdmin(record.oid, next);
      hand.changeUser(record, { firstName, lastName, roles, isActive } satisfies UserFields, secrets);
    };
    return { kind: changes.length > 0 ? "update" : "unchanged", key: record.userName, changes, write };
  }

  return (row, tell) => {
    const { userName } = row.values;
    if (userName === undefined) {
      if (!row.faulty.includes("userName")) tell(requiredFor("userName"));
      return null;
    }
    if (keys.isRepeated("userName", nameKey(userName), issueValue(userName), row.number, tell)) return null;
    const holder = findUserByName(db, userName);
    const isOwn = holder?.tenantId === tenantId;
    if (!isOwn) demandFreeUserName(db, userName, null);
    return isOwn ? update(row, getUserRecord(db, tenantId, holder.oid)) : create(row, userName, tell);
  };
}

/** What becomes of the fields, before and after; of secrets only that they are set. */
function changesOf(values: Values, record: UserRecord | null): FieldChange[] {
  const changes: FieldChange[] = [];
  const note = (field: FieldChange["field"], before: string | null, after: string | undefined) => {
    if (after !== undefined && after !== before) changes.push({ field, before, after });
  };
  note("firstName", record?.firstName ?? null, values.firstName);
  note("lastName", record?.lastName ?? null, values.lastName);
  note("roles", record && rolesOf(record).join(", "), values.roles?.join(", "));
  const isActive = record === null ? null : record.isActive === 1 ? "yes" : "no";
  note("isActive", isActive, values.isActive === undefined ? undefined : values.isActive ? "yes" : "no");
  for (const field of ["password", "pin"] as const)
    if (values[field] !== undefined) changes.push({ field, before: null, after: "•••" });
  return changes;
}
