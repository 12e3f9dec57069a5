import { ROLES, type Role } from "../access/roles.ts";
import {
  isAbleAdmin,
  lastAdmin,
  type NewSecrets,
  type UserFields,
  type UserRecord,
  userOf,
} from "../access/user-changes.ts";
import { findUserByName, refuseTakenName } from "../access/users.ts";
import { nameKey } from "../storage/fold.ts";
import type { FieldChange, Outcome, Planner, PlanParts, TellFault } from "./plan.ts";
import { NEEDED, noRepeats, REQUIRED } from "./repeated.ts";
import * as store from "./store.ts";
import type { Row } from "./values.ts";

/** The hashes of new secrets, by the rows that bring them. */
export type Hashes = ReadonlyMap<number, NewSecrets>;

/** Stands for a hash in a dry run, which makes none. */
const WILL_BE_SET = "set";

/**
 * Plans users by user name. What a row does not say stays; a new one needs a name and roles, and is active unless the row
 * says no. A password or PIN in a row is always a change: what is stored can't be compared with it.
 */
export function userPlanner(parts: PlanParts): Planner {
  const { db, hand, tenantId, hashes } = parts;
  const repeats = noRepeats("userName");
  const admins = new Set<number>();
  for (const { oid } of store.users.all(db, { tenantId }))
    if (isAbleAdmin(userOf(db, tenantId, oid))) admins.add(oid);

  function secretsOf({ number, values }: Row): NewSecrets {
    if (hashes !== null) return hashes.get(number) ?? {};
    return {
      ...(values.password !== undefined && { passwordHash: WILL_BE_SET }),
      ...(values.pin !== undefined && { pinHash: WILL_BE_SET }),
    };
  }

  /** Throws Conflict where no Admin would be left who can log in. */
  function keepAnAdmin(oid: number, next: Parameters<typeof isAbleAdmin>[0]): void {
    if (isAbleAdmin(next)) admins.add(oid);
    else if (admins.has(oid) && admins.size === 1) throw lastAdmin();
    else admins.delete(oid);
  }

  function create(row: Row, userName: string, fault: TellFault): Outcome | null {
    const { firstName, lastName, roles, isActive = true } = row.values;
    for (const field of ["firstName", "lastName", "roles"] as const)
      if (row.values[field] === undefined && !row.faulty.includes(field)) fault(field, NEEDED);
    if (row.faulty.length > 0 || firstName === undefined || lastName === undefined || roles === undefined)
      return null;
    const { passwordHash = null, pinHash = null } = secretsOf(row);
    const oid = hand.addUser({ userName, firstName, lastName, roles, isActive, passwordHash, pinHash });
    keepAnAdmin(oid, { isActive: isActive ? 1 : 0, roles: JSON.stringify(roles), passwordHash, pinHash });
    return { kind: "create", key: userName, changes: changesOf(row, null) };
  }

  function update(row: Row, record: UserRecord): Outcome | null {
    if (row.faulty.length > 0) return null;
    const changes = changesOf(row, record);
    if (changes.length > 0) {
      const { roles, isActive, firstName, lastName } = row.values;
      const secrets = secretsOf(row);
      keepAnAdmin(record.oid, {
        isActive: isActive === undefined ? record.isActive : isActive ? 1 : 0,
        roles: roles === undefined ? record.roles : JSON.stringify(roles),
        passwordHash: secrets.passwordHash ?? record.passwordHash,
        pinHash: secrets.pinHash ?? record.pinHash,
      });
      hand.changeUser(record, { firstName, lastName, roles, isActive } satisfies UserFields, secrets);
    }
    return { kind: changes.length > 0 ? "update" : "unchanged", key: record.userName, changes };
  }

  return (row, fault) => {
    const { userName } = row.values;
    if (userName === undefined) {
      if (!row.faulty.includes("userName")) fault("userName", REQUIRED);
      return null;
    }
    if (repeats(nameKey(userName), row.number, fault)) return null;
    const holder = findUserByName(db, userName);
    const isOwn = holder?.tenantId === tenantId;
    if (!isOwn) refuseTakenName(db, userName, null);
    return isOwn ? update(row, userOf(db, tenantId, holder.oid)) : create(row, userName, fault);
  };
}

/** What becomes of the fields, before and after; of secrets only that they are set. */
function changesOf({ values }: Row, record: UserRecord | null): FieldChange[] {
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

function rolesOf({ roles }: UserRecord): Role[] {
  const all: unknown = JSON.parse(roles);
  return Array.isArray(all) ? ROLES.filter((role) => all.includes(role)) : [];
}
