import { writeSync } from "node:fs";
import { WARNINGS } from "../domain/security-event-kinds.ts";
import type { Environment } from "../platform/config.ts";
import { isJournal, type Log, PRIORITY } from "../platform/log.ts";
import { openUnixDatagram } from "../platform/unix-datagram.ts";
import type { SecurityEvent } from "./routes.ts";

/** An event in the process log: the shape of the API with its tenant. `oid` null: the event is not stored. */
export interface LoggedEvent extends Omit<SecurityEvent, "oid"> {
  readonly oid: number | null;
  readonly tenantId: number | null;
}

/** Writes an event to the process log. It never throws. */
type WriteEvent = (event: LoggedEvent) => void;

/** authpriv (syslog.h): the facility for logins. */
const FACILITY = 10;
const INFORMATION = 6;

const STANDARD_ERROR = 2;

/**
 * Creates the function that writes events to the log: as journal entries with fields (systemd.journal-fields(7)) where standard
 * error is the journal, otherwise as JSON lines of `log`. An entry that the journal rejects becomes a line. Tests set
 * `JOURNAL_SOCKET`, another path than the journal's own.
 */
export function makeEventWriter(log: Log, environment: Environment): WriteEvent {
  const path = environment["JOURNAL_SOCKET"] ?? "/run/systemd/journal/socket";
  const journal = isJournal(STANDARD_ERROR, environment) ? openUnixDatagram(path) : null;
  return (event) => {
    const isWarning = WARNINGS.has(event.kind);
    if (journal !== null && writeEntry(journal, entryOf(event, isWarning))) return;
    log[isWarning ? "warn" : "info"]({ event }, MESSAGE);
  };
}

const MESSAGE = "security event";

/** Writes an entry. Returns false where the journal is not reading. */
function writeEntry(fd: number, entry: Buffer): boolean {
  try {
    // One write is one whole entry.
    writeSync(fd, entry);
    return true;
  } catch {
    return false;
  }
}

/** The event as an entry of the journal's native protocol. The message contains all values, because syslog forwards only it. */
export function entryOf(event: LoggedEvent, isWarning: boolean): Buffer {
  const { user, device, target } = event;
  const notice = event.outcome === "failure" ? PRIORITY.notice : INFORMATION;
  const fields = {
    MESSAGE: JSON.stringify({ time: event.lastAt, event, msg: MESSAGE }),
    PRIORITY: isWarning ? PRIORITY.warning : notice,
    SYSLOG_FACILITY: FACILITY,
    SYSLOG_IDENTIFIER: "tallybox",
    TALLYBOX_EVENT: event.kind,
    TALLYBOX_EVENT_ID: event.oid,
    TALLYBOX_OUTCOME: event.outcome,
    TALLYBOX_REASON: event.reason,
    TALLYBOX_COUNT: event.count,
    TALLYBOX_TENANT_ID: event.tenantId,
    TALLYBOX_USER_ID: user?.id ?? null,
    TALLYBOX_USER: user?.userName ?? null,
    TALLYBOX_DEVICE_ID: device?.id ?? null,
    TALLYBOX_DEVICE: device?.name ?? null,
    TALLYBOX_TARGET_TYPE: target?.type ?? null,
    TALLYBOX_TARGET_ID: target?.id ?? null,
    TALLYBOX_ADDRESS: event.address,
  };
  return Buffer.concat(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [fieldOf(name, String(value))])),
  );
}

/** Encodes a field. A multi-line value is preceded by its length (systemd, JOURNAL_NATIVE_PROTOCOL). */
function fieldOf(name: string, value: string): Buffer {
  if (!value.includes("\n")) return Buffer.from(`${name}=${value}\n`);
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([Buffer.from(`${name}\n`), length, bytes, Buffer.from("\n")]);
}
