// Keeps the shell of the terminal (its page, scripts and pictures), so that it starts without the server. It never keeps, and never
// answers, anything else: what the server says is kept by the pages themselves, by tenant and user.

interface ShellFile {
  readonly path: string;
  readonly sha256: string;
  /** Kept once it was asked for. */
  readonly isLarge: boolean;
}

/** What a page tells its worker: by which script it began. */
export interface PageMessage {
  readonly script: string;
}
/** What a worker tells a page of another build than its own: its version. */
export interface WorkerMessage {
  readonly worker: string;
}

/** All files of the build that this worker belongs to (scripts/build-web.ts). */
declare const __SHELL__: { readonly build: string; readonly files: readonly ShellFile[] };

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Told extends MessageEvent<PageMessage>, Lasting {}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** What a worker's global object has beyond a page's (the DOM's and the workers' types can't both be loaded). */
interface Scope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Told) => void): void;
}
const worker = self as unknown as Scope;

const PREFIX = "shell ";
const KEPT = `${PREFIX}${__SHELL__.build}`;
const FILES = new Map(__SHELL__.files.map((file) => [file.path, file]));

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  event.waitUntil(meet(event.data, event.source));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const file = FILES.get(pathname);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (file !== undefined) event.respondWith(answer(file, request));
  else if (pathname.startsWith("/assets/")) event.respondWith(answerOlder(pathname, request));
});

/** Brings the whole shell of this build, or fails: then the version of before goes on, and a later visit tries again. */
async function install(): Promise<void> {
  const cache = await caches.open(KEPT);
  try {
    const wanted = __SHELL__.files.filter((file) => !file.isLarge);
    await Promise.all(wanted.map(async (file) => cache.put(file.path, await bring(file))));
  } catch (error) {
    await caches.delete(KEPT);
    throw error;
  }
  // A page of the build before goes on undisturbed: its parts are kept until one of this build has begun.
  void worker.skipWaiting();
}

/** A file of exactly this build: while a server is renewed it may already give the next one. */
async function bring(file: ShellFile): Promise<Response> {
  const response = await fetch(file.path, { cache: "no-store", credentials: "omit" });
  const bytes = await response.clone().arrayBuffer();
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!response.ok || found !== file.sha256) throw new Error(`${file.path} is not of this build`);
  return response;
}

/**
 * A page has begun and says by which script: one of this build makes the older ones needless. An older one, which a browser may
 * hand over to this worker while it is still loading, is told.
 */
async function meet({ script }: PageMessage, page: MessageEventSource | null): Promise<void> {
  if (!FILES.has(script)) {
    const answer: WorkerMessage = { worker: __VERSION__ };
    page?.postMessage(answer);
    return;
  }
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** A part of the page of before: the server may not have it any more, and without it that page would stay blank. */
async function answerOlder(pathname: string, request: Request): Promise<Response> {
  return (await caches.match(pathname)) ?? fetch(request);
}

async function answer(file: ShellFile, request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(file.path);
  if (kept !== undefined) return kept;
  // Somebody has cleared the cache, or it is a large one that was not used yet.
  try {
    const response = await bring(file);
    await cache.put(file.path, response.clone());
    return response;
  } catch {
    // The server has another build, or is away: the browser's own way shows which.
    return fetch(request);
  }
}
