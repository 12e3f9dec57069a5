import { type Message, msg } from "../message.ts";

// The addenda of a sealed record. The server and the console import this file.

/** `signature`: a person has signed the record on a screen. `correction`: a text, which changes nothing of the record. */
export const ADDENDUM_KINDS = ["signature", "correction"] as const;
export type AddendumKind = (typeof ADDENDUM_KINDS)[number];

export const MAX_CORRECTION_LENGTH = 2000;

/**
 * How a signature was shown to be that of its person: by the person's own login, or by the own PIN or password, entered at the login of
 * another person.
 */
export const CONFIRMATIONS = ["login", "pin", "password"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

const CONFIRMATION_NAMES: Readonly<Record<Exclude<Confirmation, "login">, Message>> = {
  pin: msg("confirmed by the person's PIN"),
  password: msg("confirmed by the person's password"),
};

/** What an addendum says of its signature. */
interface Signed {
  /** Absent: signed before there were confirmations. */
  readonly confirmed?: Confirmation | null | undefined;
  readonly addedBy: { readonly id: number; readonly fullName: string };
  readonly person: { readonly userId: number | null } | null;
}

/** Where an addendum was entered. */
interface Entered {
  readonly device: { readonly name: string } | null;
  /** Absent: added before it was kept. */
  readonly client?: { readonly address: string; readonly browser: string | null } | null | undefined;
}

/** The name of the paired device at which an addendum was entered, else the client's address and browser; null: not known. */
export function deviceOf({ device, client = null }: Entered): string | null {
  if (device !== null) return device.name;
  return client && [client.address, client.browser].filter((one) => one !== null).join(", ");
}

/** How the person of an addendum was shown to be that person; null: not at all, or nobody has signed. */
export function confirmationOf({ confirmed, addedBy, person }: Signed): Confirmation | null {
  if (confirmed !== undefined) return confirmed;
  return person?.userId === addedBy.id ? "login" : null;
}

/** At whose login an addendum was added, and whether its person was shown to be that person. */
export function loginOf(signed: Signed): readonly Message[] {
  const confirmed = confirmationOf(signed);
  if (confirmed === "login") return [msg("at the person's own login")];
  const { person, addedBy } = signed;
  const login = msg("at the login of {name}", { name: addedBy.fullName });
  if (person === null) return [login];
  if (confirmed !== null) return [login, CONFIRMATION_NAMES[confirmed]];
  const missing =
    person.userId === null ? msg("a person without an account") : msg("not confirmed by the person");
  return [login, missing];
}
