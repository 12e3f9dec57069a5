import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { DeliveryError } from "../domain/webhook-deliveries.ts";
import { errorCode } from "../platform/error-code.ts";
import { VERSION } from "../platform/version.ts";
import { type AddressRule, checkedLookup, hostOf, LookupError, type ResolveHost } from "./addresses.ts";

/** A signed message for a receiver. */
interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a message is sent. */
interface SendOptions {
  readonly allowsAddress: AddressRule;
  readonly resolveHost: ResolveHost;
  /** Milliseconds for everything: look-up, connection and response. */
  readonly timeoutMs: number;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** What came of one attempt. */
export interface Answer {
  /** Status of the response; null: none came. */
  readonly status: number | null;
  readonly ms: number;
  /** Null: the receiver has accepted the message. */
  readonly error: DeliveryError | null;
  /** Technical details of the error, English. */
  readonly detail: string | null;
  /** The header `Retry-After` of a response 429 or 503, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Other look-ups took all of the time, so this was no attempt. */
  readonly isBusy: boolean;
}

/** The rest of a response is not awaited. */
const MAX_ANSWER_BYTES = 1024;
const MAX_HEADER_BYTES = 8192;
/** The receiver gets too much, or is down for a while. */
const ASKS_FOR_REST = [429, 503];

/** Sends a message once. Never rejects. The status decides, however the body goes on. */
export async function send(message: Message, options: SendOptions): Promise<Answer> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([timeout, options.signal]);
  let isBusy = false;
  const resolveHost = (host: string) =>
    options.resolveHost(host, signal, () => {
      isBusy = true;
    });
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const response = await exchange(message, options.allowsAddress, resolveHost, signal);
    return { ...response, ms: took(), isBusy };
  } catch (cause) {
    isBusy ||= cause instanceof LookupError && cause.reason === "busy";
    const isTimeout = timeout.aborted && !isBusy;
    const [error, detail] = isTimeout ? (["timeout", null] as const) : errorOf(cause);
    const none = { status: null, retryAfterMs: null };
    return { ...none, ms: took(), error: isBusy ? "name" : error, detail, isBusy };
  }
}

function exchange(
  { url: text, headers, body }: Message,
  allowsAddress: AddressRule,
  resolveHost: Parameters<typeof checkedLookup>[0],
  signal: AbortSignal,
): Promise<Omit<Answer, "ms" | "isBusy">> {
  const url = new URL(text);
  const isSecure = url.protocol === "https:";
  const host = hostOf(url);
  // A socket looks up names only.
  if (isIP(host) !== 0 && !allowsAddress(host, isSecure)) return Promise.reject(new LookupError("forbidden"));
  return new Promise((resolve, reject) => {
    let fail: (error: Error) => void = reject;
    const start = isSecure ? requestHttps : requestHttp;
    const request = start(
      url,
      {
        method: "POST",
        // A connection of its own: a kept one would not be checked again.
        agent: false,
        lookup: checkedLookup(resolveHost, allowsAddress, isSecure),
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          "user-agent": `tallybox/${VERSION.version}`,
        },
      },
      (response) => {
        const { statusCode = 0 } = response;
        let size = 0;
        const end = () => {
          request.destroy();
          const error = errorOfStatus(statusCode);
          const retryAfterMs = ASKS_FOR_REST.includes(statusCode)
            ? retryAfter(response.headers["retry-after"])
            : null;
          resolve({ status: statusCode, error, detail: null, retryAfterMs });
        };
        fail = end;
        // Nothing of the body is kept: an Admin who adds a webhook would read the services of the site by it.
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size >= MAX_ANSWER_BYTES) end();
        });
        // Also a body that is cut off or goes on until the time is over: the status has said what is to be known.
        response.on("end", end).on("error", end).on("close", end);
      },
    );
    request.on("error", (error) => fail(error));
    // Without an error: a response that switches protocols (101).
    request.on("close", () => fail(new Error("closed")));
    request.end(body);
  });
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function errorOf(cause: unknown): readonly [DeliveryError, string | null] {
  if (cause instanceof LookupError) return cause.reason === "forbidden" ? ["address", null] : ["name", null];
  if (!(cause instanceof Error)) return ["connection", null];
  // Of several addresses: the first one's error.
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  const code = errorCode(first);
  if (code === "ENOTFOUND" || code?.startsWith("EAI_")) return ["name", code];
  const isTls =
    code !== null && /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test(code);
  return [isTls ? "tls" : "connection", code];
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
