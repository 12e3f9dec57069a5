import { z } from "zod";
import { msg } from "../domain/message.ts";
import { KIND_NAMES, OUTCOMES } from "../domain/security-event-kinds.ts";
import { batch, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, queryId, queryTime, text } from "../http/endpoint/fields.ts";
import { makeQuota } from "../http/pipeline/quota.ts";
import { MAX_EXPORTS_PER_HOUR } from "../platform/limits.ts";
import { CSV_TYPE } from "../platform/tables/csv-write.ts";
import { SEPARATOR_NAMES, SEPARATORS } from "../platform/tables/separators.ts";
import { listInReader } from "../storage/database/json.ts";
import { doneBy } from "./event.ts";
import type { SecurityLogDependencies } from "./security-log.ts";
import { SecurityEvent } from "./shapes.ts";
import * as store from "./store.ts";
import { EXPORT_PAGE, eventFile } from "./table.ts";

const path = "/api/security-events";
const filters = {
  kind: oneOf(KIND_NAMES).optional(),
  outcome: oneOf(OUTCOMES).optional(),
  userId: queryId().optional(),
  deviceId: queryId().optional(),
  address: text(64).optional(),
  from: queryTime().optional(),
  to: queryTime().optional(),
};
type Asked = { readonly [K in keyof typeof filters]?: z.output<(typeof filters)[K]> };

const FILTERED =
  "`userId` is who did it, whose account was tried, or to whom it was done; `deviceId` likewise. `address` is the whole one, an IPv6 one as its /64 (`fd00:1:2:3::/64`). `from` is the first moment that is asked for, `to` the one after the last.";
const RECORDED =
  "Logins, failures, locks, logouts, stolen refresh tokens, pairing, and what was done to devices, users, roles, secrets, settings, backups, exports and imports. Names are those of the time of the event. Alike events outside of a change within a minute are one with a `count`. Events of no tenant are shown to the first tenant's Admins.";

/** The security log, for the Admins of a tenant. */
export function securityLogRoutes({ storage, securityLog, clock }: SecurityLogDependencies): Endpoint[] {
  const { db, reader } = storage;
  const quota = makeQuota(clock, MAX_EXPORTS_PER_HOUR, tooManyExports);

  return [
    query(
      "GET",
      path,
      {
        operationId: "listSecurityEvents",
        permission: "administer",
        summary: "The security log, newest first, at most 100; go on with `before=<oid>`",
        description: `${RECORDED} ${FILTERED}`,
        query: { ...filters, before: queryId().optional() },
        response: z.array(SecurityEvent),
        tables: ["securityEvent"],
      },
      async ({ query }, { tenantId }) => {
        await securityLog.flush();
        const filter = filterOf(tenantId, query, query.before);
        return { body: await listInReader(reader, store.listed, filter) };
      },
    ),
    batch(
      "GET",
      `${path}/export`,
      {
        operationId: "exportSecurityEvents",
        permission: "administer",
        summary: "The security log as a CSV table, newest first",
        description: `${FILTERED} UTF-8 with a byte order mark; \`separator\` is comma in English, else semicolon. The columns are named in the language of \`Accept-Language\`; events, outcomes and reasons are named as in JSON. Cells that begin like a formula get an apostrophe. A user may export 120 tables in an hour.`,
        query: { ...filters, separator: oneOf(SEPARATOR_NAMES).optional() },
        response: z.file().mime([CSV_TYPE]),
        errors: { 429: "too many exports in an hour; see Retry-After" },
      },
      async ({ query, language, address }, caller) => {
        quota.consume(caller);
        const details = { table: "securityEvents", format: "csv" };
        securityLog.note({ kind: "export", ...doneBy(caller, address), details });
        await securityLog.flush();
        const filter = filterOf(caller.tenantId, query);
        const separator = SEPARATORS[query.separator ?? (language === "cs" ? "semicolon" : "comma")];
        const pageBefore = (before: number) => pageOf({ ...filter, before });
        return {
          kind: "stream",
          contentType: CSV_TYPE,
          fileName: `security-log-${clock.iso().slice(0, 10)}.csv`,
          size: null,
          open: () => eventFile(pageBefore, language, separator),
          ended() {},
        };
      },
    ),
  ];

  function pageOf(filter: store.Filter): readonly SecurityEvent[] {
    return store.exported
      .all(db, { ...filter, most: EXPORT_PAGE })
      .map(({ json }) => SecurityEvent.parse(JSON.parse(json)));
  }
}

function filterOf(tenantId: number, asked: Asked, before = Number.MAX_SAFE_INTEGER): store.Filter {
  return {
    tenantId,
    before,
    kind: asked.kind ?? null,
    outcome: asked.outcome ?? null,
    userId: asked.userId ?? null,
    deviceTokenId: asked.deviceId ?? null,
    address: asked.address ?? null,
    from: asked.from ?? null,
    to: asked.to ?? null,
  };
}

function tooManyExports(seconds: number) {
  return msg(
    `You have exported too many tables within an hour. Try again in ${seconds} s.`,
    `Za hodinu jste exportovali příliš mnoho tabulek. Zkuste to znovu za ${seconds} s.`,
  );
}
