import type { Readable } from "node:stream";
import { msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import type { Cell } from "../platform/tables/cell.ts";
import { csvFile, type Separator } from "../platform/tables/csv-write.ts";
import type { SecurityEvent } from "./shapes.ts";

/** Events per page of an export. Reading a page blocks the event loop for a few milliseconds at most. */
export const EXPORT_PAGE = 500;

const COLUMNS = [
  msg("Number", "Číslo"),
  msg("Time", "Čas"),
  msg("Last time", "Naposledy"),
  msg("Count", "Počet"),
  msg("Event", "Událost"),
  msg("Outcome", "Výsledek"),
  msg("Reason", "Důvod"),
  msg("User number", "Číslo uživatele"),
  msg("User name", "Uživatelské jméno"),
  msg("Name", "Jméno"),
  msg("Device number", "Číslo zařízení"),
  msg("Device", "Zařízení"),
  msg("Target type", "Druh cíle"),
  msg("Target number", "Číslo cíle"),
  msg("Target", "Cíl"),
  msg("Address", "Adresa"),
  msg("Details", "Podrobnosti"),
];

/** Creates a CSV file of events. `pageBefore` reads the newest events before an oid. */
export function eventFile(
  pageBefore: (oid: number) => readonly SecurityEvent[],
  language: Locale,
  separator: Separator,
): Readable {
  const columns = COLUMNS.map((title) => ({ title: textIn(title, language) }));
  return csvFile({ columns, rows: rowsOf(pageBefore) }, separator);
}

async function* rowsOf(
  pageBefore: (oid: number) => readonly SecurityEvent[],
): AsyncGenerator<readonly Cell[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = pageBefore(before);
    for (const event of page) yield cellsOf(event);
    const last = page.at(-1);
    if (last === undefined || page.length < EXPORT_PAGE) return;
    before = last.oid;
    await new Promise(setImmediate);
  }
}

/** The cells of an event. Event, outcome and reason have the names of the API, for processing by programs. */
function cellsOf(event: SecurityEvent): readonly Cell[] {
  const { user, device, target, details } = event;
  return [
    ...[event.oid, event.at, event.lastAt, event.count, event.kind, event.outcome, event.reason],
    ...[user?.id ?? null, user?.userName ?? null, user?.fullName ?? null],
    ...[device?.id ?? null, device?.name ?? null],
    ...[target?.type ?? null, target?.id ?? null, target?.name ?? null],
    ...[event.address, details === null ? null : JSON.stringify(details)],
  ];
}
