import { writeSync } from "node:fs";
import type { Environment } from "../../platform/config.ts";
import { addPriority, isJournal, PRIORITY } from "../../platform/log.ts";
import { openUnixDatagram } from "../../platform/unix-datagram.ts";

/** Sends `NAME=value` lines to the service manager (sd_notify(3)). Only the first failure is reported. */
export type Notify = (...lines: readonly string[]) => void;

const STANDARD_ERROR = 2;

/** Writes an error to standard error, with a priority where that is the journal. */
export function writeError(line: string): void {
  const hasPriorities = isJournal(STANDARD_ERROR, process.env);
  process.stderr.write(`${hasPriorities ? addPriority(PRIORITY.error, line) : line}\n`);
}

/** Writes a notice to the journal and, through the unit, to the machine's console. It writes nowhere else. */
export function writeNotice(line: string): void {
  if (isJournal(STANDARD_ERROR, process.env)) process.stderr.write(`${addPriority(PRIORITY.notice, line)}\n`);
}

/**
 * Opens the socket of the service manager (`NOTIFY_SOCKET`), so that the notifications come from the main process itself
 * (`NotifyAccess=main`). Null without a manager; a socket that can't be opened is reported.
 */
export function openNotifySocket(environment: Environment): number | null {
  const path = environment["NOTIFY_SOCKET"];
  if (!path) return null;
  const fd = openUnixDatagram(path);
  if (fd === null) writeError(`the service manager's socket can't be opened: ${path}`);
  return fd;
}

/** Creates the function that notifies systemd through its socket. `onFailure` receives the first failure. */
export function makeNotify(fd: number, onFailure: (line: string) => void): Notify {
  let hasFailed = false;
  return (...lines) => {
    try {
      writeSync(fd, lines.join("\n"));
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      onFailure(`the service manager can't be notified (${String(error)}); the server continues without it`);
    }
  };
}
