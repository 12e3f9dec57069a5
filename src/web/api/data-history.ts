import { signal } from "@preact/signals";

/** The history of the server's data. Another one begins when a backup is restored, or a standby takes over. */
export interface DataHistory {
  readonly id: string;
  /** ISO 8601. The data have everything that the server confirmed before. Null: not known. */
  readonly copiedAt: string | null;
  /** Identifies the server's data through all their histories. A server that was set up anew has another one. */
  readonly installation: string;
}

/** The history that the last response named; null: none since the page was loaded. */
export const dataHistory = signal<DataHistory | null>(null);

/** Reads the header `Data-History` of a response (RFC 8941). Responses without authentication have none. */
export function learnHistory(header: string | null): void {
  const id = /^"([\w-]{1,60})"/.exec(header ?? "")?.[1];
  const installation = parameterOf(header, /; *installation="([^"]+)"/);
  if (id === undefined || installation === "") return;
  isCurrent = true;
  const at = parameterOf(header, /; *copied-at="([^"]+)"/);
  const copiedAt = Number.isNaN(Date.parse(at)) ? null : at;
  const now = dataHistory.peek();
  if (now === null || now.id !== id || now.copiedAt !== copiedAt)
    dataHistory.value = { id, copiedAt, installation };
}

/** The server has answered to the present tokens. */
let isCurrent = false;

/** Whether the known history is that of the server which has given the present tokens. */
export const isHistoryCurrent = (): boolean => isCurrent;

/** With new tokens: another server may have the address since. */
export function doubtHistory(): void {
  isCurrent = false;
}

/** A request with the present tokens was answered. */
export function confirmHistory(): void {
  isCurrent = true;
}

const parameterOf = (header: string | null, parameter: RegExp) => parameter.exec(header ?? "")?.[1] ?? "";

/** The installation that has answered, to store it with what it has confirmed. */
export function answering(): { readonly installation?: string } {
  const now = dataHistory.peek();
  return now === null ? {} : { installation: now.installation };
}
