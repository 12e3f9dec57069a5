import { z } from "zod";
import {
  CLIENT_APPS,
  cleanMessage,
  cleanStack,
  MAX_MESSAGE,
  MAX_STACK,
  SCREEN_ADDRESS,
} from "../domain/client-errors.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, publicBatch, query } from "../http/endpoint/endpoint.ts";
import { integer, lines, linesOrNull, moment, oneOf, rule, text } from "../http/endpoint/fields.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { makeHourlyLimit } from "../http/pipeline/quota.ts";
import type { Clock } from "../platform/clock.ts";
import { MAX_ALL_CLIENT_ERRORS_PER_HOUR, MAX_CLIENT_ERRORS_PER_HOUR } from "../platform/limits.ts";

const MAX_COUNT = 1_000_000;

/** The fields of a reported error. */
const reportFields = {
  app: oneOf(CLIENT_APPS),
  version: text(40).describe("version of the client, as in `GET /api/version`"),
  screen: z
    .string()
    .refine(
      ...rule(
        (value: string) => SCREEN_ADDRESS.test(value),
        msg("must be a screen's path of words and numbers"),
      ),
    )
    .nullable()
    .meta({ pattern: SCREEN_ADDRESS.source })
    .describe("path of the screen, such as `/articles/17`; null: the error occurred at the start"),
  message: lines(MAX_MESSAGE).describe(
    "name and message of the error, such as `TypeError: list is undefined`",
  ),
  stack: linesOrNull(MAX_STACK).describe("the places in the scripts"),
  browser: text(200).describe("name and version of the browser"),
  count: integer(1, MAX_COUNT).describe("how often it occurred in this client since its last report"),
  at: moment().describe("when it occurred last, by the client's clock"),
};

/** An error that clients have reported, with its repetitions. */
const ClientError = namedObject("ClientError", {
  app: z.enum(CLIENT_APPS),
  version: z.string(),
  screen: z.string().nullable().describe("null: the error occurred at the start"),
  message: z.string(),
  stack: z.string().nullable().describe("of the last report"),
  browser: z.string().describe("of the last report"),
  count: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
type ClientError = z.output<typeof ClientError>;

const path = "/api/client-errors";

/** Errors of the terminals and consoles: their reports, and the list for the Admin. */
export function clientErrorRoutes({ clock, log }: Pick<Dependencies, "clock" | "log">): Endpoint[] {
  const errors = new RecentErrors();
  const limit = makeReportLimit(clock);

  return [
    publicBatch("POST", path, {
      operationId: "reportClientError",
      isAllowedReadOnly: true,
      // Errors of the start and of the login come from nobody.
      summary: "Reports an error of a terminal or a console, without a login",
      description:
        "For the clients of this server. The report is written to the server's log and listed until the server's next start; it is not stored, so it needs no space on the disk. It must not contain personal data: quoted texts, hosts and queries of URLs, addresses and long numbers in `message` and `stack` are removed here too. Equal errors (`app`, `version`, `screen`, `message`) are one with a `count`. An `at` in the future counts as now.",
      skipsFlush: true,
      body: reportFields,
      errors: { 429: "too many reports of this address, or of all, in an hour; see Retry-After" },
      run({ body, address }) {
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
      },
    }),
    query("GET", path, {
      operationId: "listClientErrors",
      permission: "server",
      summary: "Errors that terminals and consoles have reported since the server's start, newest first",
      description: "At most 100 different errors. Older ones are in the server's log.",
      response: z.array(ClientError),
      skipsFlush: true,
      run: () => ({ kind: "json", body: errors.list() }),
    }),
  ];
}

/** Different errors that are kept. */
export const MAX_ERRORS = 100;

/** An error as a client has reported it. `at` is ISO 8601. */
interface ErrorReport extends Omit<ClientError, "firstAt" | "lastAt"> {
  readonly at: string;
}

/** The errors that clients have reported since the server's start. */
class RecentErrors {
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

/** Creates the limit of error reports. It is in memory, and what was used is released evenly over an hour. */
export function makeReportLimit(clock: Pick<Clock, "now">) {
  const perAddress = makeHourlyLimit(
    clock,
    MAX_CLIENT_ERRORS_PER_HOUR,
    tooMany,
    (address: string) => address,
  );
  const inTotal = makeHourlyLimit(clock, MAX_ALL_CLIENT_ERRORS_PER_HOUR, tooMany, () => "");
  return {
    /** Counts a report of an address. Throws TooManyRequests, and counts nothing. */
    consume(address: string) {
      // Above the total this throws, before the address takes memory; above its own limit an address takes none of the total.
      if (inTotal.remaining("") < 1) inTotal.consume("");
      perAddress.consume(address);
      inTotal.consume("");
    },
  };
}

function tooMany(seconds: number) {
  return msg("Too many errors were reported. Try again in {seconds} s.", { seconds });
}
