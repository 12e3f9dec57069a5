import { type Message, msg } from "../../../domain/message.ts";
import type { SecurityEvent } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { KIND_NAMES } from "../import-export/kinds.ts";
import { roleNames } from "../users/role-texts.ts";
import { DETAIL_TEXTS } from "./security-texts.ts";
import { SETTING_NAMES } from "./settings-texts.ts";

type Details = NonNullable<SecurityEvent["details"]>;

/** What more there is to an event, a line each. */
export function detailLines({ kind, details }: Pick<SecurityEvent, "kind" | "details">): readonly string[] {
  if (details === null) return [];
  if (details["isMany"] === true) return [t(TEXTS.many)];
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
  // A new user is active unless it says otherwise, and a copy's own time is near the event's.
  if (name === "isActive") return value === false ? [t(TEXTS.inactive)] : [];
  if (name === "at" || value === null) return [];
  if (name === "isEncrypted") return [t(value === true ? TEXTS.encrypted : TEXTS.plain)];
  if (name === "users" || name === "devices") return [`${t(TEXTS[name])}: ${plain(value)}`];
  if (Array.isArray(value)) return [value.map((one) => wordOf(name, one)).join(", ")];
  return [wordOf(name, value)];
}

const lockLine = (details: Details) =>
  [
    [wordOf("secret", details["secret"]), wordOf("where", details["where"])].join(" "),
    ...(details["isHold"] === true ? [t(TEXTS.hold)] : []),
  ].join(", ");

function importLine(details: Details): string {
  return t(TEXTS.rows, { table: tableName(details["kind"]), rows: String(details["rows"] ?? "") });
}

function settingLines(details: Details): readonly string[] {
  const names: Readonly<Record<string, Message | undefined>> = {
    ...SETTING_NAMES,
    isHttpsRequired: TEXTS.https,
  };
  return Object.entries(details).map(([name, value]) => {
    const words = names[name];
    const { before, after } = value as { readonly before?: unknown; readonly after?: unknown };
    return `${words === undefined ? name : t(words)}: ${changeLine(plain(before), plain(after))}`;
  });
}

const changeLine = (before: string, after: string) => `${before} → ${after}`;
function plain(value: unknown): string {
  if (typeof value === "boolean") return t(value ? TEXTS.yes : TEXTS.no);
  return value === null || value === undefined ? "–" : String(value);
}
const rolesOf = (value: unknown) => (Array.isArray(value) ? roleNames(value.map(String)) : plain(value));

function wordOf(name: string, value: unknown): string {
  const words = DETAIL_TEXTS[name]?.[String(value)];
  return words === undefined ? plain(value) : t(words);
}

function tableName(value: unknown): string {
  const names: Readonly<Record<string, Message | undefined>> = KIND_NAMES;
  const words = value === "securityEvents" ? TEXTS.log : names[String(value)];
  return words === undefined ? plain(value) : t(words);
}

const TEXTS = {
  many: msg("Many users or addresses"),
  inactive: msg("Inactive"),
  https: msg("HTTPS required"),
  yes: msg("yes"),
  no: msg("no"),
  encrypted: msg("Encrypted"),
  plain: msg("Not encrypted"),
  users: msg("Users"),
  devices: msg("Devices"),
  hold: msg("temporary"),
  rows: msg("{table}, rows: {rows}"),
  log: msg("Security log"),
};
