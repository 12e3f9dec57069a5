import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { issueServerCertificate } from "../../src/ops/tls/issue.ts";
import { openBrowser } from "../harness/browser.ts";
import { startHttpsServer, tlsFile, trustOf } from "../trust/https-server.ts";
import { createHome, trustAuthority } from "./trust-store.ts";

const NAME = "tallybox.local";
const args = [`--host-resolver-rules=MAP ${NAME} 127.0.0.1, MAP example.com 127.0.0.1`];
const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 };
const ANDROID =
  "Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

/** The product has no service worker yet: a page with one, shown with this certificate and key. */
async function servePageWithWorker(cert: string, key: string): Promise<number> {
  const server = createServer({ cert, key }, ({ url }, response) => {
    const isScript = url === "/worker.js";
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? "self.addEventListener('fetch', () => {});" : "<!doctype html><title>page</title>",
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const REGISTER_WORKER = `(async () => {
  await navigator.serviceWorker.register("/worker.js");
  return (await navigator.serviceWorker.ready).active.scriptURL;
})()`;

test("a Chromium that trusts only the server's CA opens the page without a warning and registers a service worker", async () => {
  const server = await startHttpsServer();
  const { httpsPort } = trustOf(server).status();
  const url = `https://${NAME}:${httpsPort}/trust`;
  const home = createHome();

  const stranger = await openBrowser({ home, args });
  await expect((await stranger.newPage()).goto(url)).rejects.toThrow("ERR_CERT_AUTHORITY_INVALID");
  await stranger.close();

  trustAuthority(home, tlsFile(server, "ca.crt"));
  const browser = await openBrowser({ home, args });
  const page = await browser.newPage();
  expect((await page.goto(url))?.status()).toBe(200);
  await expect.poll(() => page.evaluate("isSecureContext")).toBe(true);
  await expect.poll(() => page.title()).toBe("Trust this server · tallybox");

  const key = tlsFile(server, "server.key");
  const origin = `https://${NAME}:${await servePageWithWorker(tlsFile(server, "server.crt"), key)}`;
  await page.goto(origin);
  await expect.poll(() => page.evaluate(REGISTER_WORKER)).toBe(`${origin}/worker.js`);

  // The CA is trusted for the server's names alone, and its key can make no certificate for another.
  await expect(page.goto(`https://example.com:${httpsPort}/trust`)).rejects.toThrow(
    "ERR_CERT_COMMON_NAME_INVALID",
  );
  const authority = {
    certificate: tlsFile(server, "ca.crt"),
    key: createPrivateKey(tlsFile(server, "ca.key")),
  };
  const beyond = { hosts: ["example.com"], addresses: [] };
  const foreign = await issueServerCertificate(authority, createPrivateKey(key), beyond, Date.now());
  await expect(page.goto(`https://example.com:${await servePageWithWorker(foreign, key)}`)).rejects.toThrow(
    "ERR_CERT_INVALID",
  );
});

test.each([
  ["en", "Android phone or terminal", "trust.png"],
  ["cs", "Telefon nebo terminál s Androidem", "trust-cs.png"],
])(
  "the page on an Android phone in %s shows its own steps first and open, and nothing is wider than the screen",
  async (locale, title, file) => {
    const server = await startHttpsServer();
    const browser = await openBrowser({ args });
    const page = await browser.newPage({ ...PHONE, locale, userAgent: ANDROID });
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(`http://${NAME}:${server.appliance.port}/trust`);
    const first = page.locator("details").first();
    await expect.poll(() => first.locator("summary").innerText()).toBe(title);
    await expect.poll(() => page.locator("details[open]").count()).toBe(1);
    await expect.poll(() => first.getAttribute("open")).not.toBeNull();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.viewport.width);

    const download = page.waitForEvent("download");
    await first.getByRole("link").click();
    expect((await download).suggestedFilename()).toBe("tallybox-ca.crt");
    expect(complaints).toEqual([]);
    if (process.env["SCREENSHOTS"])
      await page.screenshot({ path: `test/screenshots/${file}`, fullPage: true });
  },
);
