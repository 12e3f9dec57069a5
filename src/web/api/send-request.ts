import { language } from "../i18n/translate.ts";
import type { ApiRequest, JobRequest } from "./call.ts";
import { markReachable, markUnreachable } from "./connection.ts";
import { learnHistory } from "./data-history.ts";
import { ApiError, type Problem, ServerUnreachable, secondsOf } from "./errors.ts";
import { setHttpsAddress } from "./https-address.ts";
import { learnTime } from "./server-time.ts";
import type { FileResponse, FormBody } from "./types/endpoints.d.ts";

/** Options of a request. */
export interface RequestOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Default: 60 s, because a long write of another user can delay a response. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Sends a request and returns the JSON body; null where the body is empty. Throws ServerUnreachable or
 * ApiError.
 */
export function sendRequest<T>(request: ApiRequest<T>, options: RequestOptions = {}): Promise<T> {
  return send(request, options, async (response) => {
    const text = await response.text();
    return (text === "" ? null : JSON.parse(text)) as T;
  });
}

/**
 * Requests asynchronous work (RFC 7240). Returns the path of the job; null: the work is already done. Throws
 * ServerUnreachable or ApiError.
 */
export async function requestJob(
  request: JobRequest<unknown>,
  options: RequestOptions = {},
): Promise<string | null> {
  const headers = { ...options.headers, Prefer: "respond-async" };
  try {
    return await send(request, { ...options, headers }, async (response) => {
      await response.text();
      return response.status === 202 ? response.headers.get("Location") : null;
    });
  } catch (error) {
    if (error instanceof ServerUnreachable && error.job !== null) return error.job;
    throw error;
  }
}

/** Downloads a file. Throws ServerUnreachable or ApiError. */
export function requestFile(request: ApiRequest<FileResponse>, options: RequestOptions = {}): Promise<Blob> {
  return send(request, options, (response) => response.blob());
}

/**
 * Downloads a file under the name that the server gives it. Reports the number of bytes received. Throws
 * ServerUnreachable or ApiError.
 */
export function requestNamedFile(
  request: ApiRequest<unknown>,
  options: RequestOptions,
  onBytes: (bytes: number) => void,
): Promise<File> {
  return send(request, options, async ({ headers, body }) => {
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

/** Returns the JSON body, or null where it still has the ETag `tag`. Throws ServerUnreachable or ApiError. */
export function requestIfChanged<T>(
  request: ApiRequest<T>,
  tag: string | null,
  options: RequestOptions = {},
): Promise<{ body: T; tag: string | null } | null> {
  const headers = { ...options.headers, ...(tag !== null && { "If-None-Match": tag }) };
  return send(request, { ...options, headers }, async (response) => {
    if (response.status === 304) return null;
    return { body: (await response.json()) as T, tag: response.headers.get("ETag") };
  });
}

/**
 * Sends one request and reads the whole response. A connection that breaks in the body counts as no response.
 */
async function send<T>(
  request: ApiRequest<unknown>,
  options: RequestOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  options.signal?.addEventListener("abort", abort);
  try {
    const before = Date.now();
    const response = await fetch(request.path, { ...initOf(request, options), signal: controller.signal });
    learnTime(response.headers.get("Date"), before, Date.now());
    learnHistory(response.headers.get("Data-History"));
    if (!response.ok && response.status !== 304) throw errorOf(response, await response.text());
    const result = await read(response);
    markReachable();
    return result;
  } catch (error) {
    if (error instanceof ApiError) {
      markReachable();
      throw error;
    }
    // An aborted request says nothing about the server.
    if (!options.signal?.aborted) markUnreachable();
    throw error instanceof ServerUnreachable ? error : new ServerUnreachable(String(error));
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", abort);
  }
}

function errorOf({ status, headers }: Response, text: string): ApiError | ServerUnreachable {
  const problem = problemOf(text);
  // Errors of the server have a message. Others come from a device between, such as the login page of a
  // Wi-Fi.
  if (problem.message === undefined) return new ServerUnreachable(`HTTP ${status}`, secondsOf(headers));
  if (status === 503)
    return new ServerUnreachable(problem.message ?? "503", secondsOf(headers), headers.get("Location"));
  if (problem.reason === "httpsRequired") setHttpsAddress(problem.httpsAddress);
  return new ApiError(status, problem, headers);
}

const LOGIN_PATH = /^\/api\/(pwa-auth\/|pda\/users\/login|me\/secrets|setup)/;

/** JSON, or `FormData` and bytes unchanged. */
function initOf(
  { method, path, body, headers: own }: ApiRequest<unknown>,
  { token, headers }: RequestOptions,
): RequestInit {
  const isBytes = body instanceof Blob;
  const isRaw = isBytes || body instanceof FormData;
  return {
    method,
    headers: {
      "Accept-Language": language.value,
      ...(token && { Authorization: `Bearer ${token}`, ...touchHeader() }),
      ...(body !== undefined && !isRaw && { "Content-Type": "application/json" }),
      ...(isBytes && { "Content-Type": "application/octet-stream" }),
      ...own,
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    // The client stores reference data itself. A response in the browser's cache would be visible to the next
    // user.
    cache: "no-store",
    // The cookie of a login is for the next login alone.
    credentials: method !== "GET" && LOGIN_PATH.test(path) ? "same-origin" : "omit",
  };
}

function problemOf(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    // The response is not from the server.
    return {};
  }
}

/** A multipart body with these fields. `fileName`: that of its file. */
export function formBody<Fields extends object>(fields: Fields, fileName: string): FormBody<Fields> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, fileName);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

let sinceTouch: (() => number) | null = null;

/** Reports the last touch of this terminal with each request: logins that nobody touches end on the server. `since`: in ms. */
export function reportTouches(since: () => number): void {
  sinceTouch = since;
}

/** The header of a request with a token. Without a terminal there is none. */
function touchHeader(): Readonly<Record<string, string>> {
  return sinceTouch === null ? {} : { "Last-Touch": String(Math.max(0, Math.floor(sinceTouch() / 1000))) };
}
