import { hashSecret } from "../access/secrets/secret-hash.ts";
import { addTenant } from "../access/setup/setup.ts";
import { addUser, type NewUser } from "../access/users/users.ts";
import type { Principal } from "../domain/principal.ts";
import type { Role } from "../domain/roles.ts";
import type { Tx } from "../storage/database/statement.ts";

// Tenants and users in the order of their ids, from 1. Passwords and PINs are public: the documentation lists them.

export const TENANTS = ["Riverside Warehouse", "Hilltop Store"] as const;

export interface Person {
  readonly tenantId: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly pin: string;
  readonly roles: readonly Role[];
  readonly isActive: boolean;
}

function person(tenantId: number, userName: string, fullName: string, pin: string, roles: Role[]): Person {
  const [firstName = "", lastName = ""] = fullName.split(" ");
  return {
    tenantId,
    userName,
    firstName,
    lastName,
    password: `${userName}-demo`,
    pin,
    roles,
    isActive: true,
  };
}

export const PEOPLE: readonly Person[] = [
  person(1, "admin", "Ada Novak", "111111", ["Admin"]),
  person(1, "manager", "Max Dvorak", "2222", ["Manager"]),
  person(1, "user", "Uma Svoboda", "3333", ["User"]),
  person(1, "both", "Bo Cerny", "44444", ["Manager", "User"]),
  { ...person(1, "inactive", "Ina Mala", "5555", ["User"]), isActive: false },
  person(2, "admin2", "Abe Horak", "666666", ["Admin"]),
  person(2, "user2", "Ugo Kral", "7777", ["User"]),
];

/** The principal of a user of the demo. Throws RangeError on an unknown id. */
export function principalOf(userId: number): Principal {
  const found = PEOPLE[userId - 1];
  if (found === undefined) throw new RangeError(`the demo has no user ${userId}`);
  const { tenantId, userName, firstName, lastName, roles } = found;
  const fullName = `${firstName} ${lastName}`;
  return {
    userId,
    tenantId,
    userName,
    fullName,
    roles,
    deviceTokenId: null,
    deviceKind: null,
    authTime: null,
    session: null,
  };
}

/** The users with hashed secrets. Hashing is slow by intent, so it is done before the transaction. */
export function hashPeople(): Promise<NewUser[]> {
  return Promise.all(
    PEOPLE.map(async ({ password, pin, ...user }) => ({
      ...user,
      passwordHash: await hashSecret(password),
      pinHash: await hashSecret(pin),
      pinDigits: pin.length,
    })),
  );
}

/** Adds both tenants and their users. */
export function addPeople(tx: Tx, users: readonly NewUser[]): void {
  for (const name of TENANTS) addTenant(tx, name);
  for (const user of users) addUser(tx, user);
}
