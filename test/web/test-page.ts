import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A page</title><link rel="icon" href="data:,"><script src="/page.js" defer></script>
<main><h1>A page</h1><p id="said" role="status"></p><label>Note <input id="note"></label>
<button id="count">Count</button></main></html>`;

const SCRIPT = `
const said = document.getElementById("said");
window.seen = [];
for (const type of ["touchstart", "click", "keydown", "input"])
  document.addEventListener(type, (e) => window.seen.push(type + (e.key ? ":" + e.key : "") + (e.data ? "=" + e.data : "")));
document.getElementById("count").addEventListener("click", () => { said.textContent = "Counted"; });
`;

const WORKER = `self.addEventListener("message", () => fetch("/ping").then(() => postMessage("here"), () => postMessage("away")));`;

/** Serves a test page on loopback, with the content security policy of the server. Returns its URL. */
export async function servePage(): Promise<string> {
  const bodies: Readonly<Record<string, readonly [string, string]>> = {
    "/": ["text/html", PAGE],
    "/page.js": ["text/javascript", SCRIPT],
    "/worker.js": ["text/javascript", WORKER],
    "/ping": ["text/plain", "pong"],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, body] = bodies[url] ?? ["text/plain", ""];
    response.writeHead(body === "" ? 404 : 200, {
      "Content-Type": type,
      "Content-Security-Policy": "default-src 'self'; img-src 'self' data:",
    });
    response.end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
