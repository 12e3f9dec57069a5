import { z } from "zod";
import { msg } from "../domain/message.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { hostInUrl } from "../http/server/listener.ts";
import { textIn } from "../i18n/text.ts";
import type { HeadOffice } from "./head-office.ts";
import type { OfficeLogin } from "./login.ts";

const time = z.iso.datetime().nullable();

/** The body of GET /api/head-office. */
const HeadOfficeStatus = namedObject("HeadOfficeStatus", {
  state: z
    .enum(["off", "connecting", "loading", "behind", "current", "failing"])
    .describe("`off`: HeadOffice:Url is not set; `loading`: the head office does not have all records yet"),
  address: z.string().nullable().describe("host and port of the database"),
  database: z.string().nullable(),
  site: z.uuid().nullable().describe("id of this site in the head office"),
  currentAt: time.describe(
    "the records of the head office were those of this site at this time; null: not since the start",
  ),
  behind: z.int().nullable().describe("changes that the head office does not have yet; null: not known"),
  failure: z
    .object({ cause: z.string().describe("a sentence"), since: z.iso.datetime() })
    .nullable()
    .describe("null: the delivery works"),
  login: z
    .object({
      name: z.string(),
      isLimited: z.boolean().describe("it can change the records of this site only, and no master data"),
      seesAllSites: z.boolean().describe("it can read the records of all sites"),
      warning: z.string().nullable().describe("what to do to limit it, a sentence; null: it is limited"),
    })
    .nullable()
    .describe("the database user of this site; null: not known yet"),
  masterData: z
    .object({
      owned: z
        .int()
        .nullable()
        .describe("articles of which the head office owns fields; null: not counted yet"),
      readAt: time.describe("when the head office's rows were last read; null: not since the start"),
      failure: z.string().nullable().describe("why they can't be read, a sentence; null: they can"),
      rejectedCount: z.int(),
      rejected: z
        .array(z.object({ code: z.string(), reason: z.string().describe("a sentence") }))
        .describe("the first hundred rows that can't be applied"),
    })
    .nullable()
    .describe("fields of articles that the head office owns; null: there is no head office"),
});

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Rejected codes that the status names. */
const MAX_NAMED = 100;

/** Endpoint of the delivery to the head office. `headOffice`: null where there is none. */
export function headOfficeRoutes(headOffice: HeadOffice | null): Endpoint[] {
  return [
    query("GET", "/api/head-office", {
      operationId: "getHeadOfficeStatus",
      permission: "server",
      summary: "Status of the delivery of this site's records to the head office",
      description:
        "The site delivers its records to the PostgreSQL database of the setting `HeadOffice:Url` and never waits for it.",
      response: HeadOfficeStatus,
      run({ language }) {
        if (headOffice === null) return { kind: "json", body: OFF };
        const { host, port, database } = headOffice.address;
        const { failure, currentAt, login, ...status } = headOffice.status();
        const { owned, readAt, rejected, failure: readFailure } = headOffice.masterData();
        return {
          kind: "json",
          body: {
            ...status,
            address: `${hostInUrl(host)}:${port}`,
            database,
            currentAt: iso(currentAt),
            failure: failure && {
              cause: textIn(failure.cause, language),
              since: new Date(failure.since).toISOString(),
            },
            login: login && {
              ...login,
              warning: login.isLimited ? null : textIn(warningOf(login), language),
            },
            masterData: {
              owned,
              readAt: iso(readAt),
              failure: readFailure && textIn(readFailure, language),
              rejectedCount: rejected.length,
              rejected: rejected
                .slice(0, MAX_NAMED)
                .map(({ code, reason }) => ({ code, reason: textIn(reason, language) })),
            },
          },
        };
      },
    }),
  ];
}

const warningOf = ({ name }: OfficeLogin) =>
  msg(
    "The database user {name} can change the records of every site. Run scripts/head-office at the head office, then the statements that it prints.",
    { name },
  );

const OFF = {
  state: "off" as const,
  address: null,
  database: null,
  site: null,
  currentAt: null,
  behind: null,
  failure: null,
  login: null,
  masterData: null,
};
