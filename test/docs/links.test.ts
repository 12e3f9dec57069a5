import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TABLE_KINDS } from "../../src/domain/table-kinds.ts";
import { variableOf } from "../../src/platform/config.ts";
import { SETTINGS } from "../../src/platform/setting-definitions.ts";
import { EXIT } from "../../src/platform/startup-error.ts";
import { startServer } from "../harness/server.ts";
import { keyOf } from "../http/roles-table.ts";
import { anchorsOf, exists, linksOf, readPages, sourceFileNames, tableBelow } from "./pages.ts";

const pages = readPages();
const links = pages.flatMap(linksOf);
const MAX_README_WORDS = 1500;
const MAX_DECISION_WORDS = 120;

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

function page(path: string) {
  const found = pages.find((one) => one.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found;
}

test("every link leads to a file, and to a heading where it names one", () => {
  const broken = links.filter(({ to, anchor }) => {
    if (!exists(to)) return true;
    return anchor !== null && !anchorsOf(page(to)).includes(anchor);
  });
  expect(broken).toEqual([]);
  expect(links.length).toBeGreaterThan(100);
});

test("every page can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) for (const { from, to } of links) if (from === path) reached.add(to);
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test("the README has at most 1 500 words", () => {
  expect(wordsIn(page("README.md").text)).toBeLessThanOrEqual(MAX_README_WORDS);
});

test("pages for people who run or use the server link only to what the bundle holds", () => {
  const audience = /^(README\.md|docs\/(operate|use|integrate)\/)/;
  const bundled = /^(docs\/|test\/screenshots\/[a-z0-9/-]+\.png$|(README|CHANGELOG|SECURITY)\.md$|LICENSE$)/;
  expect(links.filter(({ from, to }) => audience.test(from) && !bundled.test(to))).toEqual([]);
});

test("every npm script that the pages name exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const named = pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/npm (?:run ([\w:-]*\w)|(start|test)\b)/g), ([, run, own]) => run ?? own),
  );
  expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
  expect(named).toContain("test:gate");
});

test("the settings page describes each setting with its environment variable, and no other", () => {
  const rows = tableBelow(page("docs/operate/settings.md"), "Settings");
  const described = rows.map(([name = "", variable = ""]) => `${name} ${variable}`);
  const settings = Object.keys(SETTINGS).map((name) => `\`${name}\` \`${variableOf(name)}\``);
  expect(described.toSorted()).toEqual([" `DATA_DIR`", ...settings].toSorted());
});

test("no page names a setting that does not exist", () => {
  const named = pages.flatMap(({ path, prose }) =>
    Array.from(prose.matchAll(/`([A-Z][A-Za-z]+:[A-Z][A-Za-z]+)`/g), ([, name = ""]) => ({ path, name })),
  );
  expect(named.filter(({ name }) => !(name in SETTINGS))).toEqual([]);
});

test("api.md names each kind of imports", () => {
  const [, kinds = ""] = /^`kind` is (.*?)\. An import/m.exec(page("docs/integrate/api.md").text) ?? [];
  const named = Array.from(kinds.matchAll(/`([\w-]+)`/g), ([, kind]) => kind);
  expect(named.toSorted()).toEqual(TABLE_KINDS.toSorted());
});

test("the troubleshooting page explains each exit status, and no other", () => {
  const rows = tableBelow(page("docs/operate/troubleshooting.md"), "Exit statuses");
  const explained = rows.map(([status]) => Number(status));
  expect(explained).toEqual(Object.values(EXIT).toSorted((a, b) => a - b));
});

test("every request that the pages name is a route of the server", async () => {
  const { endpoints } = (await startServer()).appliance;
  const shape = (route: string) => route.replace(/\{[^}]*\}/g, "{}").toLowerCase();
  const routes = new Set(endpoints.map(keyOf).map(shape));
  const named = pages.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/\b(GET|POST|PUT|DELETE) (\/(?:api|health|metrics|trust|ca\.)[\w/{}.-]*)/g),
      (match) => ({
        path,
        route: `${match[1]} ${match[2]?.replace(/[./]+$/, "")}`,
      }),
    ),
  );
  expect(named.filter(({ route }) => !routes.has(shape(route)))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

test("every decision has its four parts, names a test, and has at most 120 words", () => {
  const parts = ["Decision", "Alternative", "Why", "Test"];
  const records = pages
    .filter(({ path }) => path.startsWith("docs/decisions/") && path !== "docs/decisions/README.md")
    .flatMap(({ path, text }) =>
      text
        .split(/^## /m)
        .slice(1)
        .map((record) => ({ path, record })),
    );
  const wrong = records.filter(({ record }) => {
    const found = Array.from(record.matchAll(/^- \*\*(\w+):\*\* \S/gm), ([, part]) => part);
    const namesTest = /^- \*\*Test:\*\* \[.*\]\(\.\.\/\.\.\/test\//m.test(record);
    return found.join() !== parts.join() || !namesTest || wordsIn(record) > MAX_DECISION_WORDS;
  });
  expect(wrong).toEqual([]);
  expect(records.length).toBeGreaterThan(100);
});

test("every source file and folder that the pages name exists", () => {
  const path =
    /`((?:src|test|scripts|systemd|migrations|docs|[a-z-]+)\/[\w./-]*?(?:\.(?:tsx?|js|sh|sql|pl|html)|\/))`/g;
  const named = namesIn(path);
  const generated = /^(photos|tls|data-demo|dist\/server)\//;
  const missing = named.filter(
    ({ page, name }) =>
      !generated.test(name) &&
      !exists(name) &&
      !exists(`src/${name}`) &&
      !(page === "test/README.md" && exists(`test/${name}`)),
  );
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

test("every source file that the pages name without its folder exists", () => {
  const named = namesIn(/`([\w.-]+\.(?:tsx?|js|sh|sql|pl|html))`/g);
  const files = sourceFileNames();
  expect(named.filter(({ name }) => !files.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});

/** The matches of the pattern's group outside code blocks, each with its page. */
function namesIn(pattern: RegExp): { readonly page: string; readonly name: string }[] {
  return pages.flatMap(({ path: page, prose }) =>
    Array.from(prose.matchAll(pattern), ([, name = ""]) => ({ page, name })),
  );
}
