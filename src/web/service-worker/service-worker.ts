// Caches the shell of the terminal (its page, scripts and images), so that it starts without the server. It
// caches nothing else: the pages store responses themselves, by tenant and user.

interface ShellFile {
  readonly path: string;
  readonly sha256: string;
  /** Cached on first use. */
  readonly isLarge: boolean;
}

/** Sent by a page to its worker: the script that it was loaded with. */
export interface PageMessage {
  readonly script: string;
}
/** Sent by a worker to a page of another build: the version of the worker. */
export interface WorkerMessage {
  readonly worker: string;
}

/** All files of the build that this worker belongs to (scripts/build-web.ts). */
declare const __SHELL__: { readonly build: string; readonly files: readonly ShellFile[] };

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface PageMessageEvent extends MessageEvent<PageMessage>, ExtendableEvent {}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(respond: Promise<Response>): void;
}
/**
 * The part of a worker's global object that the DOM types lack. The types of DOM and workers can't both be
 * loaded.
 */
interface Scope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: PageMessageEvent) => void): void;
}
const worker = self as unknown as Scope;

const PREFIX = "shell ";
const CACHE = `${PREFIX}${__SHELL__.build}`;
const FILES = new Map(__SHELL__.files.map((file) => [file.path, file]));

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  event.waitUntil(onPage(event.data, event.source));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const file = FILES.get(pathname);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (file !== undefined) event.respondWith(respond(file, request));
  else if (pathname.startsWith("/assets/")) event.respondWith(respondOlder(pathname, request));
});

/**
 * Caches the shell of this build. If it fails, the old version stays active, and a later visit tries again.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  try {
    const wanted = __SHELL__.files.filter((file) => !file.isLarge);
    await Promise.all(wanted.map(async (file) => cache.put(file.path, await download(file))));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  // A page of the old build continues to work: its cache is deleted when a page of this build starts.
  void worker.skipWaiting();
}

/** Downloads a file and checks its hash. During an update the server may already serve the next build. */
async function download(file: ShellFile): Promise<Response> {
  const response = await fetch(file.path, { cache: "no-store", credentials: "omit" });
  const bytes = await response.clone().arrayBuffer();
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const digestHex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!response.ok || digestHex !== file.sha256) throw new Error(`${file.path} is not of this build`);
  return response;
}

/**
 * Handles the start of a page. A page of this build makes the older caches unnecessary. A page of an older
 * build, which the browser may assign to this worker while it loads, gets this version.
 */
async function onPage({ script }: PageMessage, page: MessageEventSource | null): Promise<void> {
  if (!FILES.has(script)) {
    const respond: WorkerMessage = { worker: __VERSION__ };
    page?.postMessage(respond);
    return;
  }
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Serves a file of the old build, which the server may not have any more. */
async function respondOlder(pathname: string, request: Request): Promise<Response> {
  return (await caches.match(pathname)) ?? fetch(request);
}

async function respond(file: ShellFile, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(file.path);
  if (cached !== undefined) return cached;
  // The cache was cleared, or the file is large and not cached yet.
  try {
    const response = await download(file);
    await cache.put(file.path, response.clone());
    return response;
  } catch {
    // The server has another build or is unreachable. The browser reports which.
    return fetch(request);
  }
}
