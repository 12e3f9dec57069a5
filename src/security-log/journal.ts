import { writeSync } from "node:fs";
import { WARNINGS } from "../domain/security-event-kinds.ts";
import type { Environment } from "../platform/config.ts";
import { PRIORITY } from "../platform/journal.ts";
import type { Log } from "../platform/log.ts";
import type { SecurityEvent } from "./shapes.ts";

/** What a log line says of an event: as the API shows it, with its tenant. `oid` null: it is in no table. */
export interface LoggedEvent extends Omit<SecurityEvent, "oid"> {
  readonly oid: number | null;
  readonly tenantId: number | null;
}

/** Writes an event to the process log. It never throws. */
export type TellEvent = (event: LoggedEvent) => void;

/** authpriv (syslog.h): where syslog keeps what has to do with logins. */
const FACILITY = 10;
const INFORMATION = 6;

/**
 * Gives what writes events to the log: as entries with fields where the journal's socket was opened (`JOURNAL_FD`, by
 * scripts/notified.pl), else as JSON lines of `log`. An entry that the journal does not take at once becomes a line.
 */
export function eventTeller(log: Log, environment: Environment): TellEvent {
  const fd = environment["JOURNAL_FD"];
  const journal = fd ? Number(fd) : null;
  return (event) => {
    const isWarning = WARNINGS.has(event.kind);
    if (journal !== null && isTaken(journal, entryOf(event, isWarning))) return;
    log[isWarning ? "warn" : "info"]({ event }, MESSAGE);
  };
}

const MESSAGE = "security event";

/** False where the journal is not reading now. */
function isTaken(fd: number, entry: Buffer): boolean {
  try {
    // One write is one entry, or none.
    writeSync(fd, entry);
    return true;
  } catch {
    return false;
  }
}

/** The event as an entry of the journal's native protocol. The message is whole, for syslog passes nothing else on. */
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

/** A field; a value of several lines with its length before it (systemd, JOURNAL_NATIVE_PROTOCOL). */
function fieldOf(name: string, value: string): Buffer {
  if (!value.includes("\n")) return Buffer.from(`${name}=${value}\n`);
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([Buffer.from(`${name}\n`), length, bytes, Buffer.from("\n")]);
}
