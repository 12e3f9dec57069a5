import {
  Conflict,
  DomainError,
  Forbidden,
  HttpsRequired,
  Invalid,
  NotFound,
  NotReady,
  OtherSystemFailed,
  PreconditionFailed,
  SecondFactorNeeded,
  TicketExpired,
  TooLarge,
  TooManyRequests,
  TooSlow,
  Unauthenticated,
  Unavailable,
  UnsupportedType,
  WrongMethod,
  WrongState,
} from "../../domain/errors.ts";
import { JobInterrupted } from "../../domain/job-interrupted.ts";
import { msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";

/** An error response. */
interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly message: string;
    readonly requestId: string;
    /** Code for clients that can handle the error (http/openapi/errors.ts). */
    readonly reason?: string;
    readonly httpsAddress?: string | null;
    readonly errors?: readonly { readonly path: string; readonly message: string; readonly line?: number }[];
  };
}

const STATUSES: readonly [new (...args: never[]) => DomainError, number][] = [
  [Invalid, 400],
  [WrongState, 400],
  [Unauthenticated, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [WrongMethod, 405],
  [TooSlow, 408],
  [Conflict, 409],
  [PreconditionFailed, 412],
  [TooLarge, 413],
  [UnsupportedType, 415],
  [TooManyRequests, 429],
  [OtherSystemFailed, 502],
  [Unavailable, 503],
];

const UNEXPECTED = msg(
  "Something went wrong on the server. Nothing was changed. Give the administrator the request id.",
);

/** The response to a domain error. Any other error is a 500 response that reveals no details. */
export function errorResponseOf(error: unknown, language: Locale, requestId: string): ErrorResponse {
  if (!(error instanceof DomainError)) {
    return { status: 500, headers: {}, body: { message: textIn(UNEXPECTED, language), requestId } };
  }
  const status = STATUSES.find(([kind]) => error instanceof kind)?.[1] ?? 400;
  const errors = error.fieldErrors.map(({ path, text, line }) => ({
    path,
    message: textIn(text, language),
    ...(line !== undefined && { line }),
  }));
  return {
    status,
    headers: headersOf(error),
    body: {
      message: textIn(error.text, language),
      requestId,
      ...(errors.length > 0 && { errors }),
      ...(error instanceof Forbidden && error.reason !== null && { reason: error.reason }),
      ...(error instanceof HttpsRequired && { httpsAddress: error.address }),
      ...(error instanceof SecondFactorNeeded && error.next),
      ...(error instanceof TicketExpired && { reason: "ticketExpired" }),
      ...(error instanceof NotReady && error.report),
    },
  };
}

function headersOf(error: DomainError): Record<string, string> {
  if (error instanceof JobInterrupted)
    return { "Retry-After": String(error.retryAfter), Location: error.location };
  if (error instanceof TooManyRequests || error instanceof Unavailable)
    return { "Retry-After": String(error.retryAfter) };
  // The rest of the request is not awaited.
  if (error instanceof TooSlow) return { Connection: "close" };
  if (error instanceof WrongMethod) return { Allow: error.allow.join(", ") };
  if (error instanceof Unauthenticated && error.isBearer) return { "WWW-Authenticate": "Bearer" };
  return {};
}
