import { msg } from "../../../domain/message.ts";
import type { Scope } from "../../../domain/scopes.ts";

/** What each scope permits, as a choice. */
export const SCOPE_TEXTS = {
  "articles:read": msg("Read articles"),
  "articles:write": msg("Change articles and stock"),
  "locations:read": msg("Read locations"),
  "locations:write": msg("Change locations"),
  "inventories:read": msg("Read stocktakes and results"),
  "inventories:write": msg("Plan, approve and close stocktakes"),
  "counts:write": msg("Send counts"),
  "requests:read": msg("Read requests"),
  "requests:write": msg("Make and decide requests"),
  "labels:read": msg("Read printers and print jobs"),
  "labels:print": msg("Print labels"),
  "exports:read": msg("Export tables"),
  "events:read": msg("Receive events"),
  "history:read": msg("Read the history of changes"),
} as const satisfies Record<Scope, ReturnType<typeof msg>>;
