import { type Message, msg } from "./message.ts";
import { MAX_TEXT_LENGTH } from "./text-limits.ts";

// The origin of a change, as the audit has it. The server and the clients import this file.

/** A cause with the longest reason. */
export const MAX_CAUSE_LENGTH = "correction ".length + MAX_TEXT_LENGTH;

/** Why a user changed the stock: the reason, and whether pieces came or left, or the records alone were wrong. */
interface DirectChange {
  readonly reason?: string | null | undefined;
  readonly isCorrection?: boolean | undefined;
}

/** That the stock is corrected, as a choice of whoever changes it. */
export const WRONG_RECORDS = msg("No pieces came or left, the records were wrong");

/** The cause of a request of its own; null: nothing is said. */
export function causeOfChange({ reason = null, isCorrection = false }: DirectChange): string | null {
  if (isCorrection) return reason === null ? "correction" : `correction ${reason}`;
  return reason === null ? null : `change ${reason}`;
}

/** The cause of an import's changes. */
export const importCause = (id: number | string, isCorrection: boolean): string =>
  isCorrection ? `correction import ${id}` : `import ${id}`;

const CAUSES: Readonly<Record<string, (oid: string) => Message>> = {
  import: (oid) => msg("Import {oid}", { oid }),
  inventory: (oid) => msg("Stocktake {oid}", { oid }),
  transfer: (oid) => msg("Transfer request {oid}", { oid }),
  disposal: (oid) => msg("Disposal request {oid}", { oid }),
  bulk: () => msg("Bulk edit"),
  undo: () => msg("Undone job"),
  correction: () => msg("Correction of the records"),
  opening: () => msg("Opening stock"),
  "head-office": () => msg("Head office"),
  sample: () => msg("Sample data"),
  "reset-admin": () => msg("Command reset-admin on the server"),
};

/** Before the first release. A smaller id of an import is not a time. */
const FIRST_UPLOAD_MS = Date.UTC(2020, 0);

/** The origin of a change in words; null: not known. `timeText`: how a time is shown (milliseconds since 1970). */
export function causeMessage(cause: string, timeText: (ms: number) => string): Message | null {
  const [kind = ""] = cause.split(" ");
  const oid = cause.slice(cause.lastIndexOf(" ") + 1);
  // The id of an import is the time of its upload in seconds.
  const uploadedMs = Number(oid) * 1000;
  if (kind === "import" && uploadedMs > FIRST_UPLOAD_MS)
    return msg("Import of {at}", { at: timeText(uploadedMs) });
  const reason = cause.slice(kind.length + 1);
  if (kind === "correction" && /^import \d+$/.test(reason)) {
    const ofImport = causeMessage(reason, timeText);
    if (ofImport !== null) return msg("Correction of the records: {reason}", { reason: ofImport });
  }
  if (kind === "change") return msg("Changed directly: {reason}", { reason });
  if (kind === "correction" && reason !== "") return msg("Correction of the records: {reason}", { reason });
  return CAUSES[kind]?.(oid) ?? null;
}
