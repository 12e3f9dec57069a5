import { msg } from "../domain/message.ts";
import { PAUSE_REASONS } from "../domain/webhook-deliveries.ts";
import type { RecordDeclaration } from "./record.ts";

/** A receiver of events. */
export const WEBHOOK = {
  table: "webhook",
  entity: "webhook",
  label: msg("Webhook"),
  names: ["name"],
  lostAs: "webhooks",
  feedKind: null,
  hasDeleted: false,
  fields: {
    name: { kind: "text", isRequired: true, reach: "inside", label: msg("Name") },
    // In normal form: a slash follows the host.
    url: { kind: "url", isRequired: true, reach: "inside", label: msg("Address") },
    // Null: all.
    types: { kind: "list", isNullable: true, reach: "inside", label: msg("Events") },
    pause: {
      kind: "choice",
      of: PAUSE_REASONS,
      isNullable: true,
      reach: "inside",
      label: msg("Paused", "webhook"),
    },
    // Encrypted.
    secret: { kind: "bytes", reach: "secret", label: msg("Secret", "webhook") },
  },
  internal: {
    earlierSecret: { type: "bytes", isNullable: true },
    earlierUntil: { type: "time", isNullable: true },
    position: { type: "whole" },
    missed: { type: "whole", hasDefault: true },
    missedDT: { type: "time", isNullable: true },
    createdDT: { type: "time" },
  },
} as const satisfies RecordDeclaration;
