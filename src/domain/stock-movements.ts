import { type Message, msg } from "./message.ts";

// Changes of stock, as the audit has them. The server and the clients import this file.

/** What makes a movement: the first word of its cause; `change`: a request of its own, `correction`: one of the records alone. */
export const MOVEMENT_KINDS = [
  "change",
  "correction",
  "import",
  "inventory",
  "transfer",
  "disposal",
  "bulk",
  "undo",
  "sample",
  "opening",
] as const;
type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** The names of the kinds. */
export const MOVEMENT_KIND_NAMES: Readonly<Record<MovementKind, Message>> = {
  change: msg("Changed directly", "stock"),
  correction: msg("Correction of the records"),
  import: msg("Import"),
  inventory: msg("Stocktake"),
  transfer: msg("Transfer request"),
  disposal: msg("Disposal request"),
  bulk: msg("Bulk edit"),
  undo: msg("Undone job"),
  sample: msg("Sample data"),
  opening: msg("Opening stock"),
};
