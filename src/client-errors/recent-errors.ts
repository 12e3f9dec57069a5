import type { ClientError } from "./shapes.ts";

/** Different errors that are kept. */
export const MAX_ERRORS = 100;

/** An error as a client has reported it. `at` is ISO 8601. */
interface ErrorReport extends Omit<ClientError, "firstAt" | "lastAt"> {
  readonly at: string;
}

/** The errors that clients have reported since the server's start. */
export class RecentErrors {
  /** The error reported last is the last one. */
  readonly #byKey = new Map<string, ClientError>();

  /** Adds a report. Above MAX_ERRORS the error that was reported the longest time ago is dropped. */
  add({ at, ...report }: ErrorReport): void {
    const { app, version, screen, message } = report;
    const key = JSON.stringify([app, version, screen, message]);
    const before = this.#byKey.get(key);
    this.#byKey.delete(key);
    this.#byKey.set(key, {
      ...report,
      count: report.count + (before?.count ?? 0),
      firstAt: before === undefined || at < before.firstAt ? at : before.firstAt,
      lastAt: before === undefined || at > before.lastAt ? at : before.lastAt,
    });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MAX_ERRORS && oldest !== undefined) this.#byKey.delete(oldest);
  }

  /** All errors, the one reported last first. */
  list(): ClientError[] {
    return [...this.#byKey.values()].reverse();
  }
}
