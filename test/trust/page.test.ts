import { X509Certificate } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { codesOn } from "../printing/preview/read-picture.ts";
import { reach, startHttpsServer, tlsFile, trustOf } from "./https-server.ts";

let server: TestServer;
let authority: X509Certificate;
beforeAll(async () => {
  server = await startHttpsServer({ keep: true });
  authority = new X509Certificate(tlsFile(server, "ca.crt"));
});
afterAll(() => server.stop());

test("/ca.crt is the CA, in the format and with the headers that systems recognise", async () => {
  const { status, headers, bytes } = await server.anonymous.get("/ca.crt");
  expect(status).toBe(200);
  expect(bytes.equals(authority.raw)).toBe(true);
  expect(headers.get("content-type")).toBe("application/x-x509-ca-cert");
  expect(headers.get("content-disposition")).toBe('attachment; filename="tallybox-ca.crt"');
});

test("/ca.mobileconfig is a profile with the same CA", async () => {
  const { headers, text } = await server.anonymous.get("/ca.mobileconfig");
  expect(headers.get("content-type")).toBe("application/x-apple-aspen-config");
  const [, data = ""] = /<data>(.*)<\/data>/.exec(text) ?? [];
  expect(Buffer.from(data, "base64").equals(authority.raw)).toBe(true);
  expect(text).toContain("<string>com.apple.security.root</string>");
  const ids = [...text.matchAll(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/g)].map(([id]) => id);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  ["en", { "Accept-Language": "en" }, "", "Trust this server"],
  ["cs", { "Accept-Language": "cs-CZ,cs;q=0.9" }, "", "Důvěřovat tomuto serveru"],
  ["cs", { "Accept-Language": "en" }, "?language=cs", "Důvěřovat tomuto serveru"],
  ["en", { "Accept-Language": "cs" }, "?language=en", "Trust this server"],
])("the page in %s for %j%s", async (language, headers, query, title) => {
  const { status, text } = await server.anonymous.get(`/trust${query}`, headers);
  expect(status).toBe(200);
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(`<h1>${title}</h1>`);
  // Every placeholder and every emphasis was filled in.
  expect(text.replaceAll(/<svg.*?<\/svg>/gs, "")).not.toMatch(/[{}]|\*\*|undefined/);
});

test("the page shows the fingerprint and loads nothing from elsewhere", async () => {
  const { headers, text } = await server.anonymous.get("/trust");
  const shown = [...text.matchAll(/<code>(.*?)<\/code>/g)].map(([, line]) => line).join(" ");
  expect(shown.replaceAll(" ", ":")).toBe(authority.fingerprint256);
  expect(shown.replaceAll(" ", "").toLowerCase()).toBe(trustOf(server).status().fingerprint);
  expect(text).toContain(authority.fingerprint);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';/);

  const targets = [...text.matchAll(/(?:href|src)="(.*?)"/g)].map(([, target = ""]) => target);
  const own = new Set(targets.filter((target) => target.startsWith("/")));
  expect([...own].sort()).toEqual([
    "/ca.crt",
    "/ca.mobileconfig",
    "/icon.svg",
    "/trust/page.css",
    "/trust/page.js",
    "/trust?language=cs",
    "/trust?language=de",
    "/trust?language=sk",
  ]);
  for (const path of own) expect((await server.anonymous.get(path)).status, path).toBe(200);
  expect(targets.filter((target) => !target.startsWith("/"))).toEqual([
    `${trustOf(server).addressFor("127.0.0.1")}/trust`,
  ]);
});

/** The content of the page's QR codes, requested with `host`. */
async function scanned(host: string): Promise<string[]> {
  const { body } = await reach(server, "localhost", { path: "/trust", headers: { Host: host } });
  const drawn = body.match(/<svg.*?<\/svg>/gs) ?? [];
  const pictures = drawn.map((svg) => sharp(Buffer.from(svg)).resize(600).flatten({ background: "white" }));
  return (await Promise.all(pictures.map(async (picture) => codesOn(await picture.png().toBuffer())))).flat();
}

test.each([
  ["tallybox.local", "tallybox.local"],
  ["192.168.50.7", "192.168.50.7"],
  // Another phone can't use these hosts, or they are not the server's.
  ["127.0.0.1", "tallybox.local"],
  ["[::1]", "tallybox.local"],
  ["localhost", "tallybox.local"],
  ["example.com", "tallybox.local"],
])("requested as %s the page's codes lead to %s, and hold the fingerprint", async (asked, host) => {
  const { port } = server.appliance;
  expect(await scanned(`${asked}:${port}`)).toEqual([
    `QRCode: http://${host}:${port}/trust`,
    `QRCode: ${authority.fingerprint256}`,
  ]);
});

test("no text from the Host header is on the page", async () => {
  const { body } = await reach(server, "localhost", {
    path: "/trust",
    headers: { Host: '"><script>alert(1)' },
  });
  expect(body).not.toContain("alert(1)");
});

test("an unsupported language is refused with the supported ones", async () => {
  expect((await server.anonymous.get("/trust?language=fr")).status).toBe(400);
});
