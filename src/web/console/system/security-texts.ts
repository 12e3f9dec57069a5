import { type Message, msg } from "../../../domain/message.ts";
import type { EventKind, Reason } from "../../../domain/security-event-kinds.ts";

/** What security events are called. */
export const KIND_TEXTS: Readonly<Record<EventKind, Message>> = {
  login: msg("Login"),
  deviceLogin: msg("Device login"),
  logout: msg("Logout"),
  sessionsEnded: msg("Sessions ended"),
  tokenReuse: msg("Stolen token used"),
  lock: msg("Lock", "event"),
  unlock: msg("Unlock", "event"),
  accessDenied: msg("Access denied"),
  pairingCode: msg("Pairing code created"),
  pairing: msg("Device pairing"),
  deviceRevoked: msg("Device revoked"),
  deviceKindChanged: msg("Device type changed"),
  setup: msg("Server set up"),
  tenantAdded: msg("Tenant added"),
  adminReset: msg("Administrator reset"),
  keyReplaced: msg("Key replaced"),
  userCreated: msg("User created"),
  userChanged: msg("User changed"),
  userDeactivated: msg("User deactivated"),
  userActivated: msg("User activated"),
  rolesChanged: msg("Roles changed"),
  secretsChanged: msg("Password or PIN changed"),
  settingsChanged: msg("Settings changed"),
  backupLink: msg("Backup link created"),
  backupDownload: msg("Backup download"),
  backupReported: msg("Backup by a tool"),
  export: msg("Export", "noun"),
  importApplied: msg("Import", "noun"),
  restore: msg("Restore from backup"),
  restoreConfirmed: msg("Restore confirmed"),
  certificateChanged: msg("Certificate replaced"),
};

/** Why something failed. */
export const REASON_TEXTS: Readonly<Record<Reason, Message>> = {
  wrongCredentials: msg("Wrong credentials"),
  inactive: msg("Inactive account"),
  unconfirmed: msg("Not confirmed after a restore"),
  held: msg("Too many attempts"),
  locked: msg("PIN locked"),
  wrongCode: msg("Wrong code"),
  unknownDevice: msg("Unknown device"),
  secondFactor: msg("Two-step login missing"),
  forbidden: msg("Not permitted"),
  reused: msg("Session ended"),
};

/** What of the details is told in words, by its name and value. */
export const DETAIL_TEXTS: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  method: {
    pin: msg("PIN"),
    password: msg("Password"),
    secondFactor: msg("Second factor"),
  },
  secret: {
    pin: msg("PIN"),
    password: msg("Password"),
    pairingCode: msg("Pairing codes"),
    setupCode: msg("Set-up code"),
    secondFactor: msg("Second factor"),
  },
  where: {
    noDevice: msg("without a paired device"),
    newDevices: msg("on new devices"),
    device: msg("on the device"),
    address: msg("from the address"),
  },
  by: {
    password: msg("By password login"),
    admin: msg("By an administrator"),
  },
  kind: {
    terminal: msg("Shared terminal"),
    personal: msg("Personal device"),
  },
  password: {
    set: msg("Password set"),
    removed: msg("Password removed"),
  },
  pin: { set: msg("PIN set"), removed: msg("PIN removed") },
  secondFactor: {
    set: msg("Second factor added"),
    removed: msg("Second factor removed"),
    totp: msg("Authenticator app"),
    passkey: msg("Passkey"),
    recoveryCode: msg("Recovery code"),
  },
  fields: {
    userName: msg("User name"),
    firstName: msg("First name"),
    lastName: msg("Last name"),
  },
};
