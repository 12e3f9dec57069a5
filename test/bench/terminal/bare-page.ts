import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The lower limit of a terminal's time: one look-up among as many articles, one write that is on the disk before it is
// reported, one text. No rules, no lists, no request.

const page = (articles: number) => `<!doctype html>
<meta charset="utf-8">
<p id="shown">ready</p>
<input id="field" autofocus>
<script>
const opened = new Promise((resolve, reject) => {
  const opening = indexedDB.open("bare", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("articles", { keyPath: "code" });
    opening.result.createObjectStore("counts", { autoIncrement: true });
  };
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => resolve(opening.result);
});
const codeOf = (number) => "A" + String(number).padStart(6, "0");
window.filled = opened.then((db) => new Promise((resolve, reject) => {
  const tx = db.transaction("articles", "readwrite");
  for (let number = 1; number <= ${articles}; number++)
    tx.objectStore("articles").put({ code: codeOf(number), name: "Article " + number, quantity: 1 });
  tx.oncomplete = () => resolve(true);
  tx.onerror = () => reject(tx.error);
}));
const field = document.getElementById("field");
field.focus();
let counted = 0;
field.addEventListener("keydown", async (event) => {
  if (event.key !== "Enter") return;
  const code = field.value;
  field.value = "";
  const db = await opened;
  const looked = db.transaction("articles").objectStore("articles").get(code);
  looked.onsuccess = () => {
    const tx = db.transaction("counts", "readwrite", { durability: "strict" });
    tx.objectStore("counts").add({ code, at: Date.now() });
    tx.oncomplete = () => {
      counted += 1;
      document.getElementById("shown").textContent = looked.result.name + " " + counted;
    };
  };
});
</script>
`;

/** A page that does as little as possible with a scan, on a free port of loopback. */
export async function serveBarePage(articles: number): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(page(articles));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
