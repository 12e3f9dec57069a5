import { ExpectedError } from "../errors/expected-error.ts";
import { language } from "../i18n/translate.ts";
import { markReachable, markUnreachable } from "./connection.ts";
import { setHttpsAddress } from "./https-address.ts";
import { learnTime } from "./server-time.ts";

/** No answer came, or one that only says "later": nothing is known of what became of the request. */
export class ServerUnreachable extends ExpectedError {
  /** The server answered that it can't now (503): seconds to wait, else null. */
  readonly retryAfter: number | null;
  /** The path of the job that does what was asked for: it goes on when the server is back. */
  readonly job: string | null;

  constructor(message: string, retryAfter: number | null = null, job: string | null = null) {
    super(message);
    this.retryAfter = retryAfter;
    this.job = job;
  }
}

/** The server answered, and did not do it. `message` is a sentence for the worker, in the language shown. */
export class ApiError extends ExpectedError {
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** Seconds, with 429. */
  readonly retryAfter: number | null;
  /** The token was worth nothing (a 401 of something else has no `WWW-Authenticate`). */
  readonly isBadToken: boolean;
  /** The PIN has to be entered again for this (403 with the reason `recentLogin`). */
  readonly needsRecentLogin: boolean;
  /** An Admin has to confirm the device after a restore (403 with the reason `unconfirmed`). */
  readonly isUnconfirmed: boolean;
  /** It came over plain HTTP, and the server accepts HTTPS only (403 with the reason `httpsRequired`): nothing is said of it. */
  readonly needsHttps: boolean;
  /** The login takes a second step (401 with the reason `secondFactor` or `secondFactorSetup`); null: this is none. */
  readonly secondStep: SecondStep | null;
  /** The second step came too late: the login begins anew. */
  readonly isTicketExpired: boolean;

  constructor(status: number, problem: Problem, headers: Headers) {
    super(problem.message ?? `HTTP ${status}`);
    this.status = status;
    this.errors = problem.errors ?? [];
    this.retryAfter = secondsOf(headers);
    this.isUnconfirmed = problem.reason === "unconfirmed";
    this.needsRecentLogin = problem.reason === "recentLogin";
    this.needsHttps = problem.reason === "httpsRequired";
    this.secondStep = secondStepOf(problem);
    this.isTicketExpired = problem.reason === "ticketExpired";
    this.isBadToken = status === 401 && headers.has("WWW-Authenticate");
  }
}

/** What the second step of a login needs. */
export interface SecondStep {
  /** Stands for the first step. */
  readonly ticket: string;
  /** What it takes; empty where a second factor is to be set up first. */
  readonly offers: readonly string[];
  readonly isSetUp: boolean;
}

function secondStepOf({ ticket, offers = [], reason }: Problem): SecondStep | null {
  return ticket === undefined ? null : { ticket, offers, isSetUp: reason === "secondFactorSetup" };
}

/** What is wrong with a field. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
  /** Of a label template: the line at fault, from 1 on. */
  readonly line?: number;
}

interface Problem {
  readonly message?: string;
  readonly reason?: string;
  readonly httpsAddress?: string | null;
  readonly ticket?: string;
  readonly offers?: readonly string[];
  readonly errors?: readonly FieldError[];
}

/** How a request is made beyond its path. */
export interface Asked {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON; a form as it is. */
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A long write of somebody else lets others wait; so a terminal is patient. */
  readonly timeoutMs?: number;
}

const PATIENCE_MS = 60_000;

/** Asks the server for JSON; null where the answer has no body. Throws ServerUnreachable or ApiError. */
export function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  return answered(path, asked, async (response) => {
    const text = await response.text();
    return (text === "" ? null : JSON.parse(text)) as T;
  });
}

/**
 * Asks for long work without waiting for it (RFC 7240). The path of its job; null: it is done already. Throws ServerUnreachable or
 * ApiError.
 */
export async function askJob(path: string, asked: Asked = {}): Promise<string | null> {
  const headers = { ...asked.headers, Prefer: "respond-async" };
  try {
    return await answered(path, { ...asked, headers }, async (response) => {
      await response.text();
      return response.status === 202 ? response.headers.get("Location") : null;
    });
  } catch (error) {
    if (error instanceof ServerUnreachable && error.job !== null) return error.job;
    throw error;
  }
}

/** Asks the server for a file. Throws ServerUnreachable or ApiError. */
export function askFile(path: string, asked: Asked = {}): Promise<Blob> {
  return answered(path, asked, (response) => response.blob());
}

/** Asks the server for a file that it names, and tells how many bytes of it have come. Throws ServerUnreachable or ApiError. */
export function askNamedFile(path: string, asked: Asked, onBytes: (bytes: number) => void): Promise<File> {
  return answered(path, asked, async ({ headers, body }) => {
    const [, name = "file"] = /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "") ?? [];
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      pieces.push(read.value);
      bytes += read.value.length;
      onBytes(bytes);
    }
    return new File(pieces, name, { type: headers.get("Content-Type") ?? "" });
  });
}

/** Asks for JSON that may be the same as before; null: it is what `tag` named. Throws ServerUnreachable or ApiError. */
export function askIfChanged<T>(
  path: string,
  tag: string | null,
  asked: Asked = {},
): Promise<{ body: T; tag: string | null } | null> {
  const headers = { ...asked.headers, ...(tag !== null && { "If-None-Match": tag }) };
  return answered(path, { ...asked, headers }, async (response) => {
    if (response.status === 304) return null;
    return { body: (await response.json()) as T, tag: response.headers.get("ETag") };
  });
}

/** One request with its whole answer: a connection that breaks in the middle of an answer was no answer. */
async function answered<T>(path: string, asked: Asked, read: (response: Response) => Promise<T>): Promise<T> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const timer = setTimeout(leave, asked.timeoutMs ?? PATIENCE_MS);
  asked.signal?.addEventListener("abort", leave);
  try {
    const before = Date.now();
    const response = await fetch(path, { ...initOf(asked), signal: leaving.signal });
    learnTime(response.headers.get("Date"), before, Date.now());
    if (!response.ok && response.status !== 304) throw refusalOf(response, await response.text());
    const whole = await read(response);
    markReachable();
    return whole;
  } catch (error) {
    if (error instanceof ApiError) {
      markReachable();
      throw error;
    }
    // Whoever gave up asking has learned nothing of the server.
    if (!asked.signal?.aborted) markUnreachable();
    throw error instanceof ServerUnreachable ? error : new ServerUnreachable(String(error));
  } finally {
    clearTimeout(timer);
    asked.signal?.removeEventListener("abort", leave);
  }
}

function refusalOf({ status, headers }: Response, text: string): ApiError | ServerUnreachable {
  const problem = problemOf(text);
  // The server says why in words; what does not comes from something in between, as the login page of a Wi-Fi.
  if (problem.message === undefined) return new ServerUnreachable(`HTTP ${status}`, secondsOf(headers));
  if (status === 503)
    return new ServerUnreachable(problem.message ?? "503", secondsOf(headers), headers.get("Location"));
  if (problem.reason === "httpsRequired") setHttpsAddress(problem.httpsAddress);
  return new ApiError(status, problem, headers);
}

function initOf({ method = "GET", body, token, headers }: Asked): RequestInit {
  const isForm = body instanceof FormData;
  return {
    method,
    headers: {
      "Accept-Language": language.value,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    // Reference data are kept by ourselves; an answer kept by the browser would leak to the next user.
    cache: "no-store",
    credentials: "omit",
  };
}

function problemOf(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    // Not the server's.
    return {};
  }
}

function secondsOf(headers: Headers): number | null {
  const value = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
