import type { AuditEntry } from "../../../audit/shapes.ts";
import { say, type Words } from "../../../domain/message.ts";
import { t } from "../../app/words.ts";
import { FIELD_NAMES } from "../../find/field-names.ts";

/** What the box calls the records that the audit tells of, in people's words. */
export const ENTITIES: Readonly<Record<string, Words>> = {
  article: say("Article", "Artikl"),
  location: say("Location", "Umístění"),
  user: say("User", "Uživatel"),
  printer: say("Printer", "Tiskárna"),
  format: say("Label format", "Formát štítku"),
  inventory: say("Stocktake", "Inventura"),
  device: say("Device", "Zařízení"),
  articleCategory: say("Category", "Kategorie"),
  articleType: say("Type", "Typ"),
  articleState: say("State", "Stav"),
  currencyType: say("Currency", "Měna"),
  articleDisposalMethod: say("Disposal method", "Způsob vyřazení"),
  articleDisposalReason: say("Disposal reason", "Důvod vyřazení"),
};

/** What the fields are called of which the history of an article does not tell. */
export const FIELDS: Readonly<Record<string, Words>> = {
  parentLocationId: say("Parent location", "Nadřazené umístění"),
  position: say("Position in the order", "Pořadí"),
  userName: say("User name", "Uživatelské jméno"),
  firstName: say("First name", "Jméno"),
  lastName: say("Last name", "Příjmení"),
  isActive: say("Active", "Aktivní"),
  roles: say("Roles", "Role"),
  password: say("Password", "Heslo"),
  pin: say("PIN", "PIN"),
  authenticatorApp: say("Authenticator app", "Ověřovací aplikace"),
  passkey: say("Passkey", "Přístupový klíč"),
  ipAddress: say("Address", "Adresa"),
  port: say("Port", "Port"),
  printerTypeId: say("Printer language", "Jazyk tiskárny"),
  template: say("Template", "Šablona"),
  isClosed: say("Closed", "Uzavřená"),
  isApproved: say("Approved", "Schválená"),
  mustBeApproved: say("Approval required", "Vyžaduje schválení"),
  isBlind: say("Blind count", "Počítání naslepo"),
  locationId: say("Location", "Umístění"),
  inventoryStateId: say("Stocktake state", "Stav inventury"),
  place: say("Stock", "Stav zásob"),
  chosenLocation: say("Selected location", "Vybrané umístění"),
  deviceName: say("Device name", "Název zařízení"),
  kind: say("Device type", "Typ zařízení"),
  revokedDT: say("Revoked", "Odebráno"),
  isConfirmed: say("Confirmed after a restore", "Potvrzeno po obnově"),
};

/** The type of a record, `Article`. */
export function entityWords(entity: string): string {
  const words = ENTITIES[entity];
  return words === undefined ? entity : t(words);
}

/** Code and name of a record; of one that is gone the name it had, else its number. */
export function recordName({ entity, entityId, record, changes }: AuditEntry): string {
  if (record !== null) return record.code === null ? record.name : `${record.code} ${record.name}`;
  const name = changes.find(({ field }) => field === "name" || field === "deviceName");
  const known = name?.after ?? name?.before;
  if (typeof known === "string") return known;
  return t(TEXTS.numbered, { entity: entityWords(entity), id: String(entityId) });
}

/** The name of a field of any record. */
export function fieldWords(field: string): string {
  const words = FIELDS[field] ?? ARTICLE_FIELDS[field];
  return words === undefined ? field : t(words);
}

const ARTICLE_FIELDS: Readonly<Record<string, Words>> = FIELD_NAMES;

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

const TEXTS = { numbered: say("{entity} no. {id}", "{entity} č. {id}") };
