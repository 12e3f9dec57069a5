import type { Readable } from "node:stream";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { makeQuota } from "../http/pipeline/quota.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { MAX_EXPORTS_PER_HOUR } from "../platform/limits.ts";
import type { Cell } from "../platform/tables/cell.ts";
import { csvFile, type Separator } from "../platform/tables/csv-write.ts";
import { type PageBefore, rowsNewestFirst } from "../platform/tables/newest-first.ts";
import { actorOf } from "./event.ts";
import type { SecurityEvent } from "./routes.ts";
import type { SecurityLogDependencies } from "./security-log.ts";

const COLUMNS = [
  msg("Number"),
  msg("Time"),
  msg("Last time"),
  msg("Count", "number"),
  msg("Event"),
  msg("Outcome"),
  msg("Reason"),
  msg("User number"),
  msg("User name"),
  msg("Name", "person"),
  msg("Device number"),
  msg("Device"),
  msg("Target type"),
  msg("Target number"),
  msg("Target"),
  msg("Address"),
  msg("Details"),
];

/** Creates a CSV file of events. `pageBefore` reads the newest events before an oid. */
export function eventFile(
  pageBefore: PageBefore<SecurityEvent>,
  language: Locale,
  separator: Separator,
): Readable {
  const columns = COLUMNS.map((title) => ({ title: textIn(title, language) }));
  return csvFile({ columns, rows: rowsNewestFirst(pageBefore, cellsOf) }, separator);
}

/** The cells of an event. Event, outcome and reason have the names of the API, for processing by programs. */
function cellsOf(event: SecurityEvent): readonly Cell[] {
  const { user, device, target, details } = event;
  return [
    event.oid,
    event.at,
    event.lastAt,
    event.count,
    event.kind,
    event.outcome,
    event.reason,
    user?.id ?? null,
    user?.userName ?? null,
    user?.fullName ?? null,
    device?.id ?? null,
    device?.name ?? null,
    target?.type ?? null,
    target?.id ?? null,
    target?.name ?? null,
    event.address,
    details === null ? null : JSON.stringify(details),
  ];
}

/** Counts and records an export. Throws TooManyRequests. */
export type BeginExport = (
  principal: Principal,
  address: string,
  details: {
    readonly table: string;
    readonly format: string;
    readonly inventory?: number;
    readonly year?: number;
  },
) => void;

/** Creates the function that all exports share: tables, stocktake reports and the security log have one quota. */
export function makeBeginExport({
  clock,
  securityLog,
}: Pick<SecurityLogDependencies, "clock" | "securityLog">): BeginExport {
  const quota = makeQuota(clock, MAX_EXPORTS_PER_HOUR, tooManyExports);
  return (principal, address, details) => {
    quota.consume(principal);
    securityLog.record({ kind: "export", ...actorOf(principal, address), details });
  };
}

function tooManyExports(seconds: number) {
  return msg("You have exported too many files within an hour. Try again in {seconds} s.", { seconds });
}
