import { z } from "zod";
import { KIND_NAMES, OUTCOMES, REASONS } from "../domain/security-event-kinds.ts";
import { MAX_ADDRESS_LENGTH } from "../domain/text-limits.ts";
import { batch, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, queryId, queryTime, text } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { LOCALES } from "../i18n/locales.ts";
import { CSV_TYPE, SEPARATOR_NAMES, SEPARATORS } from "../platform/tables/csv-write.ts";
import { EXPORT_PAGE } from "../platform/tables/newest-first.ts";
import { listInReader, parsedRows } from "../storage/database/json.ts";
import type { SecurityLogDependencies } from "./security-log.ts";
import * as store from "./store.ts";
import { type BeginExport, eventFile } from "./table.ts";

const path = "/api/security-events";
const filters = {
  kind: oneOf(KIND_NAMES).optional(),
  outcome: oneOf(OUTCOMES).optional(),
  userId: queryId().optional(),
  deviceId: queryId().optional(),
  address: text(MAX_ADDRESS_LENGTH).optional(),
  from: queryTime().optional(),
  to: queryTime().optional(),
};
type Filters = { readonly [K in keyof typeof filters]?: z.output<(typeof filters)[K]> };

const FILTERED =
  "`userId` is the acting user, the account of a failed login, or the affected user; `deviceId` likewise. `address` is the full address, an IPv6 address as its /64 (`fd00:1:2:3::/64`). `from` is inclusive, `to` exclusive.";
const RECORDED =
  "Logins, failures, locks, logouts, stolen refresh tokens, pairing, and changes of devices, users, roles, secrets, settings, backups, exports and imports. Names are those at the time of the event. Equal events within a minute, other than changes, are one event with a `count`. Admins of the first tenant also see events without a tenant.";

/** The security log, for the Admins of a tenant. */
export function securityLogRoutes(
  { storage, securityLog, clock }: SecurityLogDependencies,
  beginExport: BeginExport,
): Endpoint[] {
  const { reader } = storage;

  return [
    query("GET", path, {
      operationId: "listSecurityEvents",
      permission: "administer",
      summary: "The security log, newest first, at most 100; continue with `before=<oid>`",
      description: `${RECORDED} ${FILTERED}`,
      query: { ...filters, before: queryId().optional() },
      response: z.array(SecurityEvent),
      tables: ["securityEvent"],
      async run({ query }, { tenantId }) {
        await securityLog.flush();
        const filter = filterOf(tenantId, query, query.before);
        return { kind: "json", body: await listInReader(reader, store.newestEvents, filter) };
      },
    }),
    batch("GET", `${path}/export`, {
      operationId: "exportSecurityEvents",
      permission: "administer",
      summary: "The security log as a CSV table, newest first",
      description: `${FILTERED} UTF-8 with a byte order mark; \`separator\` is comma in English, else semicolon. Column names are in the language of \`Accept-Language\`; events, outcomes and reasons have the names of the JSON. Cells that begin like a formula get an apostrophe. A user may export 120 files in an hour, tables and reports included.`,
      query: { ...filters, separator: oneOf(SEPARATOR_NAMES).optional() },
      response: z.file().mime([CSV_TYPE]),
      errors: { 429: "too many exports in an hour; see Retry-After" },
      async run({ query, language, address }, principal) {
        beginExport(principal, address, { table: "securityEvents", format: "csv" });
        await securityLog.flush();
        const filter = filterOf(principal.tenantId, query);
        const separator = SEPARATORS[query.separator ?? LOCALES[language].separator];
        const pageBefore = async (before: number) => {
          const page = store.exportPage.bound({ ...filter, before, max: EXPORT_PAGE });
          return z.array(SecurityEvent).parse(parsedRows(await reader.rows(page)));
        };
        return {
          kind: "stream",
          contentType: CSV_TYPE,
          fileName: `security-log-${clock.iso().slice(0, 10)}.csv`,
          size: null,
          open: () => eventFile(pageBefore, language, separator),
          ended() {},
        };
      },
    }),
  ];
}

function filterOf(tenantId: number, query: Filters, before = Number.MAX_SAFE_INTEGER): store.Filter {
  return {
    tenantId,
    before,
    kind: query.kind ?? null,
    outcome: query.outcome ?? null,
    userId: query.userId ?? null,
    deviceTokenId: query.deviceId ?? null,
    address: query.address ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  };
}

export const SecurityEvent = namedObject("SecurityEvent", {
  oid: z.int(),
  at: z.iso.datetime(),
  lastAt: z.iso.datetime().describe("time of the last of `count` events; otherwise the same as `at`"),
  count: z.int().describe("number of equal events within a minute"),
  kind: z.enum(KIND_NAMES),
  outcome: z.enum(OUTCOMES),
  reason: z.enum(REASONS).nullable().describe("reason of a failure"),
  user: z
    .object({ id: z.int(), userName: z.string(), fullName: z.string() })
    .nullable()
    .describe(
      "the acting user, or the account of a failed login, with the names of that time; null: unknown, or the server",
    ),
  device: z.object({ id: z.int(), name: z.string() }).nullable().describe("the paired device of the request"),
  target: z
    .object({ type: z.enum(["user", "device"]), id: z.int(), name: z.string().nullable() })
    .nullable()
    .describe("the affected user or device"),
  address: z
    .string()
    .nullable()
    .describe("address of the client, an IPv6 address as its /64; null: the server itself, or several"),
  details: z.record(z.string(), z.unknown()).nullable().describe("further details, by kind"),
});
export type SecurityEvent = z.output<typeof SecurityEvent>;
