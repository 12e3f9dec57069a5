import { type Message, msg } from "../../../domain/message.ts";
import type { EventKind, Reason } from "../../../domain/security-event-kinds.ts";
import type { SecurityEvent } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { KIND_NAMES } from "../import-export/kinds.ts";
import { SETTING_NAMES } from "../navigation/setting-names.ts";
import { KIND_TEXTS as DEVICE_KINDS } from "../users/live-devices.ts";
import { roleNames } from "../users/role-texts.ts";
import { USER_TEXTS } from "../users/user-fields.tsx";

/** The names of security events. */
export const KIND_TEXTS: Readonly<Record<EventKind, Message>> = {
  login: msg("Login"),
  deviceLogin: msg("Device login"),
  logout: msg("Logout"),
  sessionsEnded: msg("Sessions ended"),
  tokenReuse: msg("Stolen token used"),
  lock: msg("Lock", "event"),
  loginAlarm: msg("Many wrong attempts"),
  unlock: msg("Unlock", "event"),
  accessDenied: msg("Access denied"),
  pairingCode: msg("Pairing code created"),
  pairing: msg("Device pairing"),
  deviceRevoked: msg("Device revoked"),
  deviceKindChanged: msg("Device type changed"),
  apiKeyUsed: msg("API key"),
  apiKeyCreated: msg("API key created"),
  apiKeyRevoked: msg("API key revoked"),
  scopesChanged: msg("Scopes of a service account changed"),
  webhookCreated: msg("Webhook created"),
  webhookChanged: msg("Webhook changed"),
  webhookDeleted: msg("Webhook deleted"),
  webhookSecretRotated: msg("Secret of a webhook replaced"),
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
  upgradeRequested: msg("Upgrade", "noun"),
  backupReported: msg("Backup by a tool"),
  backupTargetCreated: msg("Backup target added"),
  backupTargetChanged: msg("Backup target changed"),
  backupTargetDeleted: msg("Backup target deleted"),
  export: msg("Export", "noun"),
  importApplied: msg("Import", "noun"),
  restore: msg("Restore from backup"),
  restoreRequested: msg("Restore requested"),
  restoreConfirmed: msg("Restore confirmed"),
  certificateChanged: msg("Certificate replaced"),
  standbyChanged: msg("Standby"),
  promotion: msg("Standby took over"),
};

/** The reasons of failures. */
export const REASON_TEXTS: Readonly<Record<Reason, Message>> = {
  wrongCredentials: msg("Wrong credentials"),
  inactive: msg("Inactive account"),
  unconfirmed: msg("Not confirmed after a restore"),
  held: msg("Too many attempts"),
  locked: msg("Locked"),
  wrongCode: msg("Wrong code"),
  unknownDevice: msg("Unknown device"),
  secondFactor: msg("Two-step login missing"),
  forbidden: msg("Not permitted"),
  reused: msg("Session ended"),
};

/** The texts of details, by name and value. */
const DETAIL_TEXTS: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
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
    knownCaller: msg("from a known browser or address"),
  },
  by: {
    password: msg("By password login"),
    admin: msg("By an administrator"),
  },
  kind: DEVICE_KINDS,
  password: {
    set: msg("Password set"),
    removed: msg("Password removed"),
  },
  pin: { set: msg("PIN set"), removed: msg("PIN removed") },
  standby: {
    pairing: msg("Pairing begun"),
    override: msg("Changes accepted without the standby"),
    removed: msg("Standby removed"),
  },
  secondFactor: {
    set: msg("Second factor added"),
    removed: msg("Second factor removed"),
    totp: msg("Authenticator app"),
    passkey: msg("Passkey"),
    recoveryCode: msg("Recovery code"),
  },
  fields: USER_TEXTS,
};

type Details = NonNullable<SecurityEvent["details"]>;

/** The details of an event, one a line. */
export function detailLines({ kind, details }: Pick<SecurityEvent, "kind" | "details">): readonly string[] {
  if (details === null) return [];
  if (details["isMany"] === true) return [t(msg("Many users or addresses"))];
  if (kind === "rolesChanged") return [changeLine(rolesOf(details["before"]), rolesOf(details["after"]))];
  if (kind === "settingsChanged") return settingLines(details);
  if (kind === "lock") return [lockLine(details)];
  if (kind === "importApplied") return [importLine(details)];
  if (kind === "deviceKindChanged")
    return [changeLine(wordOf("kind", details["before"]), wordOf("kind", details["after"]))];
  return [
    Object.entries(details)
      .flatMap(([name, value]) => lineOf(name, value))
      .join(", "),
  ].filter((line) => line !== "");
}

function lineOf(name: string, value: unknown): readonly string[] {
  if (name === "roles") return [rolesOf(value)];
  if (name === "table") return [tableName(value)];
  // Omitted: that a new user is active, and the time of a copy, which is near the event's.
  if (name === "isActive") return value === false ? [t(msg("Inactive"))] : [];
  if (name === "at" || value === null) return [];
  if (name === "isEncrypted") return [t(value === true ? msg("Encrypted") : msg("Not encrypted"))];
  if (name === "users" || name === "devices") return [`${t(TEXTS[name])}: ${plain(value)}`];
  if (Array.isArray(value)) return [value.map((one) => wordOf(name, one)).join(", ")];
  return [wordOf(name, value)];
}

const lockLine = (details: Details) =>
  [
    [wordOf("secret", details["secret"]), wordOf("where", details["where"])].join(" "),
    ...(details["isHold"] === true ? [t(msg("temporary"))] : []),
  ].join(", ");

function importLine(details: Details): string {
  return t(msg("{table}, rows: {rows}"), {
    table: tableName(details["kind"]),
    rows: String(details["rows"] ?? ""),
  });
}

function settingLines(details: Details): readonly string[] {
  const names: Readonly<Record<string, Message | undefined>> = {
    ...SETTING_NAMES,
    isHttpsRequired: msg("HTTPS required"),
    mailServer: msg("Mail server"),
  };
  return Object.entries(details).map(([name, value]) => {
    const message = names[name];
    const { before, after } = value as { readonly before?: unknown; readonly after?: unknown };
    return `${message === undefined ? name : t(message)}: ${changeLine(plain(before), plain(after))}`;
  });
}

const changeLine = (before: string, after: string) => `${before} → ${after}`;
function plain(value: unknown): string {
  if (typeof value === "boolean") return t(value ? msg("yes") : msg("no"));
  return value === null || value === undefined ? "–" : String(value);
}
const rolesOf = (value: unknown) => (Array.isArray(value) ? roleNames(value.map(String)) : plain(value));

function wordOf(name: string, value: unknown): string {
  const message = DETAIL_TEXTS[name]?.[String(value)];
  return message === undefined ? plain(value) : t(message);
}

function tableName(value: unknown): string {
  const names: Readonly<Record<string, Message | undefined>> = KIND_NAMES;
  const message = value === "securityEvents" ? msg("Security log") : names[String(value)];
  return message === undefined ? plain(value) : t(message);
}

const TEXTS = {
  users: msg("Users"),
  devices: msg("Devices"),
};
