import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A page</title><link rel="icon" href="data:,"><script src="/page.js" defer></script>
<main><h1>A page</h1><p id="said" role="status"></p><label>Note <input id="note"></label>
<button id="count">Count</button> <button id="slow" disabled>Later</button> <a href="#/next">Next</a>
<label>Photo <input id="photo" type="file" capture="environment"></label></main></html>`;

const SCRIPT = `
const said = document.getElementById("said");
window.seen = [];
for (const type of ["touchstart", "click", "keydown", "input"])
  document.addEventListener(type, (e) => window.seen.push(type + (e.key ? ":" + e.key : "") + (e.data ? "=" + e.data : "")));
document.getElementById("count").addEventListener("click", () => { said.textContent = "Counted"; });
document.getElementById("slow").addEventListener("click", () => { said.textContent = "At last"; });
setTimeout(() => { document.getElementById("slow").disabled = false; }, 300);
const store = () => new Promise((resolve, reject) => {
  const opening = indexedDB.open("kept", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("notes");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});
window.keep = async (text) => {
  const transaction = (await store()).transaction("notes", "readwrite");
  transaction.objectStore("notes").put(text, 1);
  await new Promise((resolve, reject) => { transaction.oncomplete = resolve; transaction.onerror = reject; });
};
window.kept = async () => {
  const request = (await store()).transaction("notes").objectStore("notes").get(1);
  return new Promise((resolve) => { request.onsuccess = () => resolve(request.result || null); });
};
`;

const WORKER = `self.addEventListener("message", () => fetch("/ping").then(() => postMessage("here"), () => postMessage("away")));`;

const SERVICE = `
self.addEventListener("install", (e) => e.waitUntil(caches.open("kept").then((kept) => kept.addAll(["/", "/page.js"]))));
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (e) => e.respondWith(caches.match(e.request).then((kept) =>
  kept || fetch(e.request).catch(() => new Response("", { status: 504 })))));
`;

/** Serves a test page on loopback, with the content security policy of the server. Returns its URL. */
export async function servePage(port = 0): Promise<string> {
  const bodies: Readonly<Record<string, readonly [string, string]>> = {
    "/": ["text/html", PAGE],
    "/page.js": ["text/javascript", SCRIPT],
    "/worker.js": ["text/javascript", WORKER],
    "/service.js": ["text/javascript", SERVICE],
    "/ping": ["text/plain", "pong"],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, body] = bodies[url] ?? ["text/plain", ""];
    response.writeHead(body === "" ? 404 : 200, {
      "Content-Type": type,
      "Content-Security-Policy": "default-src 'self'; img-src 'self' data:",
    });
    response.end(body);
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
