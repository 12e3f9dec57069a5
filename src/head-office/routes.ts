import { msg } from "../domain/message.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { hostInUrl } from "../http/server/listener.ts";
import { textIn } from "../i18n/text.ts";
import type { HeadOffice } from "./head-office.ts";
import type { OfficeLogin } from "./login.ts";
import { HeadOfficeStatus } from "./shapes.ts";

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Rejected codes that the status names. */
const MAX_NAMED = 100;

/** Endpoint of the delivery to the head office. `headOffice`: null where there is none. */
export function headOfficeRoutes(headOffice: HeadOffice | null): Endpoint[] {
  return [
    query(
      "GET",
      "/api/head-office",
      {
        operationId: "getHeadOfficeStatus",
        permission: "server",
        summary: "Status of the delivery of this site's records to the head office",
        description:
          "The site delivers its records to the PostgreSQL database of the setting `HeadOffice:Url` and never waits for it.",
        response: HeadOfficeStatus,
      },
      ({ language }) => {
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
    ),
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
