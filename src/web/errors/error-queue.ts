import { type ClientApp, cleanMessage, cleanStack } from "../../domain/client-errors.ts";

// Errors of the program to be reported to the server. They are in localStorage, because errors of IndexedDB are
// among them, and
// because a page that ends at once has stored them.

/** An error with its repetitions, as `POST /api/client-errors` takes it. */
export interface QueuedError {
  readonly app: ClientApp;
  readonly version: string;
  /** Null: the error occurred before the first screen. */
  readonly screen: string | null;
  readonly message: string;
  readonly stack: string | null;
  readonly browser: string;
  readonly count: number;
  /** ISO 8601. */
  readonly at: string;
}

const NAME = "tallybox.errors";
/** The maximum number of different errors. Further ones are dropped. */
const MAX_ERRORS = 20;
const MAX_BROWSER = 200;
/** Repetitions within this time are stored together. */
const STORE_MS = 1000;

/** Errors without a cause, and those of scripts of others, such as extensions. */
const IGNORED = /^ResizeObserver loop|^Script error\.?$/;
const EXTENSION = /\b(?:chrome|moz|safari-web)-extension:\/\//;

let app: ClientApp = "terminal";
let screenOf: () => string | null = () => null;
const listeners = new Set<() => void>();
/** Errors since the last storing. */
let fresh: QueuedError[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues the errors that nothing catches. `screen`: the address of the shown screen. */
export function watchErrors(ofApp: ClientApp, screen: () => string | null): void {
  app = ofApp;
  screenOf = screen;
  window.tallyboxStarted?.();
  addEventListener("error", ({ error, message }) => recordError(error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => recordError(reason));
  addEventListener("pagehide", store);
}

/** Queues an unexpected error for its report. Never throws. */
export function recordError(error: unknown): void {
  if (error instanceof ExpectedError) return;
  const { name, text, stack } = partsOf(error);
  if (name === "AbortError" || IGNORED.test(text) || EXTENSION.test(stack)) return;
  const one: QueuedError = {
    app,
    version: __VERSION__,
    screen: screenOf(),
    message: cleanMessage(`${name}: ${text}`),
    stack: cleanStack(stack),
    browser: navigator.userAgent.slice(0, MAX_BROWSER),
    count: 1,
    at: new Date().toISOString(),
  };
  fresh = merged(fresh, one);
  if (timer !== undefined) return;
  store();
  timer = setTimeout(() => {
    timer = undefined;
    store();
  }, STORE_MS);
}

/** Calls the listener after errors were stored. */
export function onQueuedError(listener: () => void): void {
  listeners.add(listener);
}

/** Takes the oldest error out of the queue; null: it is empty. */
export function takeError(): QueuedError | null {
  const [oldest = null, ...rest] = read();
  if (oldest !== null) write(rest);
  return oldest;
}

/** Puts an error back that could not be reported. */
export function returnError(error: QueuedError): void {
  write([error, ...read()].reduce(merged, []));
}

/** Whether the queue has an error. */
export function hasErrors(): boolean {
  return read().length > 0;
}

function store(): void {
  if (fresh.length === 0) return;
  write(fresh.reduce(merged, read()));
  fresh = [];
  for (const listener of listeners) listener();
}

function partsOf(error: unknown): { readonly name: string; readonly text: string; readonly stack: string } {
  if (!(error instanceof Error)) return { name: "Thrown", text: String(error), stack: "" };
  return { name: error.name, text: error.message, stack: error.stack ?? "" };
}

/** The errors with one more, where there is room. */
function merged(all: QueuedError[], one: QueuedError): QueuedError[] {
  const at = all.findIndex((other) => keyOf(other) === keyOf(one));
  const same = all[at];
  if (same === undefined) return all.length < MAX_ERRORS ? [...all, one] : all;
  const [before, after] = [all.slice(0, at), all.slice(at + 1)];
  const last = one.at > same.at ? one : same;
  return [...before, { ...last, count: same.count + one.count }, ...after];
}

const keyOf = ({ version, screen, message }: QueuedError) => JSON.stringify([version, screen, message]);

function read(): QueuedError[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(all) ? (all as QueuedError[]) : [];
  } catch {
    // A browser without this storage, or a damaged text.
    return [];
  }
}

function write(all: readonly QueuedError[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    // Without this storage, or where it is full, errors are not reported.
  }
}

/** An expected error, such as an unreachable server. It is not reported. */
export class ExpectedError extends Error {}

/** For `catch`: null for an expected error, which screens show. Throws others. */
export function nullIfExpected(error: unknown): null {
  if (!(error instanceof ExpectedError)) throw error;
  return null;
}
