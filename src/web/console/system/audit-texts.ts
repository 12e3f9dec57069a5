import { type Message, msg } from "../../../domain/message.ts";
import type { AuditEntry } from "../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../articles/field-names.ts";
import { t } from "../../i18n/translate.ts";

/** What the server calls the records that the audit tells of, in people's words. */
export const ENTITIES: Readonly<Record<string, Message>> = {
  article: msg("Article"),
  location: msg("Location"),
  user: msg("User"),
  printer: msg("Printer"),
  format: msg("Label format"),
  inventory: msg("Stocktake"),
  device: msg("Device"),
  articleCategory: msg("Category"),
  articleType: msg("Type"),
  articleState: msg("State"),
  currencyType: msg("Currency"),
  articleDisposalMethod: msg("Disposal method"),
  articleDisposalReason: msg("Disposal reason"),
};

/** What the fields are called of which the history of an article does not tell. */
export const FIELDS: Readonly<Record<string, Message>> = {
  parentLocationId: msg("Parent location"),
  position: msg("Position in the order"),
  userName: msg("User name"),
  firstName: msg("First name"),
  lastName: msg("Last name"),
  isActive: msg("Active"),
  roles: msg("Roles"),
  password: msg("Password"),
  pin: msg("PIN"),
  authenticatorApp: msg("Authenticator app"),
  passkey: msg("Passkey"),
  ipAddress: msg("Address"),
  port: msg("Port"),
  printerTypeId: msg("Printer language"),
  template: msg("Template"),
  isClosed: msg("Closed", "stocktake"),
  isApproved: msg("Approved", "stocktake"),
  mustBeApproved: msg("Approval required"),
  isBlind: msg("Blind count"),
  locationId: msg("Location"),
  inventoryStateId: msg("Stocktake state"),
  place: msg("Stock"),
  chosenLocation: msg("Selected location"),
  deviceName: msg("Device name"),
  kind: msg("Device type"),
  revokedDT: msg("Revoked"),
  isConfirmed: msg("Confirmed after a restore"),
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

const TEXTS = { numbered: msg("{entity} no. {id}") };
