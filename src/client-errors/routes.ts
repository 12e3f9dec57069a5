import { z } from "zod";
import { cleanMessage, cleanStack } from "../domain/client-errors.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, publicBatch, query } from "../http/endpoint/endpoint.ts";
import { RecentErrors } from "./recent-errors.ts";
import { makeReportLimit } from "./report-limit.ts";
import { ClientError, reportFields } from "./shapes.ts";

const path = "/api/client-errors";

/** Errors of the terminals and consoles: their reports, and the list for the Admin. */
export function clientErrorRoutes({ clock, log }: Pick<Dependencies, "clock" | "log">): Endpoint[] {
  const errors = new RecentErrors();
  const limit = makeReportLimit(clock);

  return [
    publicBatch(
      "POST",
      path,
      {
        operationId: "reportClientError",
        isAllowedReadOnly: true,
        // Errors of the start and of the login come from nobody.
        summary: "Reports an error of a terminal or a console, without a login",
        description:
          "For the clients of this server. The report is written to the server's log and listed until the server's next start; it is not stored, so it needs no space on the disk. It must not contain personal data: quoted texts, hosts and queries of URLs, addresses and long numbers in `message` and `stack` are removed here too. Equal errors (`app`, `version`, `screen`, `message`) are one with a `count`. An `at` in the future counts as now.",
        skipsFlush: true,
        status: 204,
        body: reportFields,
        response: z.null(),
        errors: { 429: "too many reports of this address, or of all, in an hour; see Retry-After" },
      },
      ({ body, address }) => {
        limit.consume(address);
        const { message, stack, at } = body;
        const report = {
          ...body,
          message: cleanMessage(message),
          stack: stack === null ? null : cleanStack(stack),
          at: at < clock.iso() ? at : clock.iso(),
        };
        errors.add(report);
        log.warn({ clientError: report }, "client error");
        return { kind: "empty" };
      },
    ),
    query(
      "GET",
      path,
      {
        operationId: "listClientErrors",
        permission: "server",
        summary: "Errors that terminals and consoles have reported since the server's start, newest first",
        description: "At most 100 different errors. Older ones are in the server's log.",
        response: z.array(ClientError),
        skipsFlush: true,
      },
      () => ({ kind: "json", body: errors.list() }),
    ),
  ];
}
