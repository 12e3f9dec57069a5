import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { MANUAL } from "../../src/help/manual.ts";
import { LOCALE_CODES } from "../../src/i18n/locales.ts";
import type { TestServer } from "../harness/server.ts";
import { startServer } from "../harness/server.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const paths = MANUAL.flatMap(({ folder, pages }) => pages.map((name) => `${folder}/${name}`));

const textOf = async (server: TestServer, path: string) => (await server.anonymous.get(path)).text;
const linksIn = (html: string) =>
  Array.from(html.matchAll(/(?:href|src)="(\/help[^"]*|#[^"]*)"/g), ([, to = ""]) => to);

test("the manual has each page for people who use and run the server", () => {
  const files = ["use", "operate"].flatMap((folder) =>
    readdirSync(join(DOCS, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${basename(name, ".md")}`),
  );
  expect(paths.toSorted()).toEqual(files.toSorted());
});

test("anyone opens the manual in the language of the browser, and each of its links leads to its place", async () => {
  const server = await startServer();
  const contents = await server.anonymous.get("/help", { "Accept-Language": "de-AT,en;q=0.5" });
  expect([contents.status, contents.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(contents.text).toContain('<html lang="de">');
  const listed = linksIn(contents.text).filter((to) => to.startsWith("/help/de/"));
  expect(listed.filter((to) => to.split("/").length === 5)).toEqual(
    paths.flatMap((path) => [
      `/help/de/${path}`,
      ...(path === "use/people-and-devices" ? ["/help/de/use/barcodes"] : []),
    ]),
  );
  for (const locale of LOCALE_CODES) {
    const pages = new Map<string, string>();
    for (const path of paths)
      pages.set(`/help/${locale}/${path}`, await textOf(server, `/help/${locale}/${path}`));
    const broken = Array.from(pages).flatMap(([from, html]) =>
      linksIn(html)
        .map((to) => to.replace(/^#/, `${from}#`))
        .filter((to) => to.startsWith(`/help/${locale}/`))
        .filter((to) => {
          const [page = "", anchor] = to.split("#");
          return anchor !== undefined && pages.get(page)?.includes(`id="${anchor}"`) !== true;
        }),
    );
    expect(broken).toEqual([]);
    const pictures = new Set(
      Array.from(pages.values())
        .flatMap(linksIn)
        .filter((to) => to.endsWith(".png")),
    );
    expect(pictures.size).toBeGreaterThan(10);
    for (const picture of pictures) expect((await server.anonymous.get(picture)).status).toBe(200);
  }
});

test("a page for those who run the server is in English in each language", async () => {
  const server = await startServer();
  const [english = "", german = ""] = await Promise.all(
    ["en", "de"].map((locale) => textOf(server, `/help/${locale}/operate/backup`)),
  );
  const articleIn = (html: string) => /<article[^>]*>(.*)<\/article>/s.exec(html)?.[1];
  expect(articleIn(german)?.replaceAll("/help/de/", "/help/en/")).toBe(articleIn(english));
  expect(german).toContain('<article lang="en">');
  expect(german).toContain("Diese Seite gibt es nur auf Englisch.");
  expect(german).toContain('<li lang="en"><a href="/help/de/operate/backup" aria-current="page">');
  expect(english).not.toContain('<article lang="en">');
  expect(await textOf(server, "/help/de/use/articles")).not.toContain("nur auf Englisch");
});

test("a search finds the sections with all words, without regard to case and accents", async () => {
  const server = await startServer();
  const found = await textOf(server, "/help/en?search=RECOVERY%20shéet");
  expect(found).toContain('href="/help/en/operate/backup#');
  const nothing = await textOf(server, `/help/en?search=${encodeURIComponent('xyzzy<b>"')}`);
  expect(nothing).toContain("No section has all words of “xyzzy&lt;b&gt;&quot;”");
  expect(nothing).not.toContain("<b>");
  const tooLong = await server.anonymous.get(`/help/en?search=${"a".repeat(101)}`);
  expect([tooLong.status, tooLong.body.errors[0].path]).toEqual([400, "search"]);
});

test("a program finds sections of the manual with their addresses, in the language that it asks for", async () => {
  const { anonymous } = await startServer();
  const { body: english } = await anonymous.get("/api/manual?search=recovery%20sheet");
  expect(english).toContainEqual({
    address: "/help/en/operate/scheduled-backups#the-recovery-sheet",
    title: "Scheduled backups",
    heading: "The recovery sheet",
    excerpt: expect.stringContaining("a sheet to print"),
  });
  const { body: german } = await anonymous.get("/api/manual?search=inventur", { "Accept-Language": "de" });
  expect(german[0]).toMatchObject({ address: expect.stringMatching("^/help/de/use/") });
  expect((await anonymous.get("/api/manual?search=%20")).body).toEqual([]);
});

test("a program that searches the manual without a text, or with a too long one, is refused", async () => {
  const { anonymous } = await startServer();
  for (const query of ["", `?search=${"a".repeat(101)}`]) {
    const { status, body } = await anonymous.get(`/api/manual${query}`);
    expect([status, body.errors[0].path]).toEqual([400, "search"]);
  }
});

test("a page, a language or a picture that the manual lacks is refused", async () => {
  const client = (await startServer()).anonymous;
  const status = async (path: string) => (await client.get(path)).status;
  expect(await status("/help/en/use/nothing")).toBe(404);
  expect(await status("/help/files/nothing.png")).toBe(404);
  expect(await status("/help/files/..%2Fen.json")).toBe(404);
  expect(await status("/help/fr")).toBe(400);
});
