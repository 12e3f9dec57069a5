import { type Message, msg } from "../../../domain/message.ts";
import type { AuditEntry } from "../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../articles/field-names.ts";
import { t } from "../../i18n/translate.ts";

/** What the server calls the records that the audit tells of, in people's words. */
export const ENTITIES: Readonly<Record<string, Message>> = {
  article: msg("Article", "Artikl"),
  location: msg("Location", "Umístění"),
  user: msg("User", "Uživatel"),
  printer: msg("Printer", "Tiskárna"),
  format: msg("Label format", "Formát štítku"),
  inventory: msg("Stocktake", "Inventura"),
  device: msg("Device", "Zařízení"),
  articleCategory: msg("Category", "Kategorie"),
  articleType: msg("Type", "Typ"),
  articleState: msg("State", "Stav"),
  currencyType: msg("Currency", "Měna"),
  articleDisposalMethod: msg("Disposal method", "Způsob vyřazení"),
  articleDisposalReason: msg("Disposal reason", "Důvod vyřazení"),
};

/** What the fields are called of which the history of an article does not tell. */
export const FIELDS: Readonly<Record<string, Message>> = {
  parentLocationId: msg("Parent location", "Nadřazené umístění"),
  position: msg("Position in the order", "Pořadí"),
  userName: msg("User name", "Uživatelské jméno"),
  firstName: msg("First name", "Jméno"),
  lastName: msg("Last name", "Příjmení"),
  isActive: msg("Active", "Aktivní"),
  roles: msg("Roles", "Role"),
  password: msg("Password", "Heslo"),
  pin: msg("PIN", "PIN"),
  authenticatorApp: msg("Authenticator app", "Ověřovací aplikace"),
  passkey: msg("Passkey", "Přístupový klíč"),
  ipAddress: msg("Address", "Adresa"),
  port: msg("Port", "Port"),
  printerTypeId: msg("Printer language", "Jazyk tiskárny"),
  template: msg("Template", "Šablona"),
  isClosed: msg("Closed", "Uzavřená"),
  isApproved: msg("Approved", "Schválená"),
  mustBeApproved: msg("Approval required", "Vyžaduje schválení"),
  isBlind: msg("Blind count", "Počítání naslepo"),
  locationId: msg("Location", "Umístění"),
  inventoryStateId: msg("Stocktake state", "Stav inventury"),
  place: msg("Stock", "Stav zásob"),
  chosenLocation: msg("Selected location", "Vybrané umístění"),
  deviceName: msg("Device name", "Název zařízení"),
  kind: msg("Device type", "Typ zařízení"),
  revokedDT: msg("Revoked", "Odebráno"),
  isConfirmed: msg("Confirmed after a restore", "Potvrzeno po obnově"),
};

/** The type of a record, `Article`. */
export function entityText(entity: string): string {
  const words = ENTITIES[entity];
  return words === undefined ? entity : t(words);
}

/** Code and name of a record; of one that is gone the name it had, else its number. */
export function recordName({ entity, entityId, record, changes }: AuditEntry): string {
  if (record !== null) return record.code === null ? record.name : `${record.code} ${record.name}`;
  const name = changes.find(({ field }) => field === "name" || field === "deviceName");
  const known = name?.after ?? name?.before;
  if (typeof known === "string") return known;
  return t(TEXTS.numbered, { entity: entityText(entity), id: String(entityId) });
}

/** The name of a field of any record. */
export function fieldTexts(field: string): string {
  const words = FIELDS[field] ?? ARTICLE_FIELDS[field];
  return words === undefined ? field : t(words);
}

const ARTICLE_FIELDS: Readonly<Record<string, Message>> = FIELD_NAMES;

const SCREENS: Readonly<Record<string, string>> = {
  article: "articles",
  inventory: "stocktakes",
  user: "people",
};

/** Where the record itself is shown; null: it is gone, or has no screen of its own. */
export function recordHref({ entity, entityId, action }: AuditEntry): string | null {
  const screen = SCREENS[entity];
  return screen === undefined || action === "delete" ? null : `#/${screen}/${entityId}`;
}

const TEXTS = { numbered: msg("{entity} no. {id}", "{entity} č. {id}") };
