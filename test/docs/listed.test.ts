import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { placeholders } from "../../src/domain/placeholder-names.ts";
import { SCOPES } from "../../src/domain/scopes.ts";
import { KIND_NAMES, REASONS, WARNINGS } from "../../src/domain/security-event-kinds.ts";
import { ChangeCounts } from "../../src/events/routes.ts";
import { problemShape } from "../../src/http/openapi/errors.ts";
import { PRINTER_TYPES } from "../../src/printing/languages/printer-types.ts";
import { CATALOGUES } from "../../src/records/catalogues.ts";
import { FED } from "../../src/storage/database/feed-triggers.ts";
import * as fileNames from "../../src/storage/files/file-names.ts";
import { LANGUAGE_NAMES } from "../../src/web/console/printers/language-names.ts";
import { readRepositoryFile } from "./pages.ts";

const FILE_NAMES = Object.values(fileNames)
  .flat()
  .filter((one) => typeof one === "string");

/** The messages of a module of the client that are no sentences: its titles and labels. The module itself needs a browser. */
const titlesIn = (path: string) =>
  Array.from(readRepositoryFile(path).matchAll(/msg\(\s*"([^"]*[^".])"/g), ([, title = ""]) => title);

/** The scripts that an administrator runs where the server is installed: each says so. */
const COMMANDS = globSync("scripts/*", { cwd: join(import.meta.dirname, "../..") }).filter((path) =>
  readRepositoryFile(path).includes(`/opt/tallybox/current/${path}`),
);

test.each([
  ["docs/integrate/api.md", "list", Object.values(CATALOGUES).map(({ path }) => `\`${path}\``)],
  ["docs/integrate/api.md", "printer type", PRINTER_TYPES.map(({ oid, name }) => `${oid} \`${name}\``)],
  ["docs/integrate/api-keys.md", "scope", SCOPES.map((scope) => `\`${scope}\``)],
  ["docs/integrate/change-feed.md", "table", FED.map(({ table }) => `\`${table}\``)],
  [
    "docs/integrate/errors.md",
    "reason",
    problemShape.shape.reason.unwrap().options.map((reason) => `\`${reason}\``),
  ],
  [
    "docs/integrate/events.md",
    "kind of changes",
    Object.keys(ChangeCounts.shape).map((kind) => `"${kind}":`),
  ],
  [
    "docs/operate/backup.md",
    "answer to whether the data are safe",
    titlesIn("src/web/console/backup/safety.ts").map((title) => `*${title}*`),
  ],
  ["docs/operate/data-folder.md", "file", FILE_NAMES.map((name) => `\`${name}`)],
  ["docs/operate/install.md", "command", COMMANDS.map((path) => `\`${basename(path)}\``)],
  ["docs/operate/security-log.md", "kind of events", KIND_NAMES.map((kind) => `\`${kind}\``)],
  ["docs/operate/security-log.md", "reason of a failure", REASONS.map((reason) => `\`${reason}\``)],
  ["docs/use/label-templates.md", "placeholder", placeholders.map((name) => `\`{{${name}}}\``)],
])("%s names each %s", (path, _, names) => {
  const text = readRepositoryFile(path);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
  expect(names).not.toEqual([]);
});

test("docs/operate/security-log.md names the kinds of events that are warnings, and no other", () => {
  const [, sentence = ""] =
    /Priorities: (.*?) are warnings/.exec(readRepositoryFile("docs/operate/security-log.md")) ?? [];
  const named = Array.from(sentence.matchAll(/`(\w+)`/g), ([, kind]) => kind);
  expect(named.toSorted()).toEqual([...WARNINGS].toSorted());
});

test("docs/use/console.md has a row for each section of the console, in their order", () => {
  const labels = titlesIn("src/web/console/navigation/sections.ts");
  const [table = ""] = /^\| Section .*\n(?:\|.*\n)+/m.exec(readRepositoryFile("docs/use/console.md")) ?? [];
  const rows = Array.from(table.matchAll(/^\| \[?([^|\]]+?)(?: \||\])/gm), ([, name]) => name);
  expect(rows).toEqual(["Section", ...labels]);
  expect(labels.length).toBeGreaterThan(10);
});

test("docs/use/printers-and-labels.md names each printer language in a row of its table", () => {
  // The page writes ESC/POS.
  const text = readRepositoryFile("docs/use/printers-and-labels.md").replaceAll("/", "").toLowerCase();
  expect(PRINTER_TYPES.filter(({ name }) => !text.includes(`| ${name} |`))).toEqual([]);
});

test("the console names each printer language", () => {
  expect(Object.keys(LANGUAGE_NAMES).toSorted()).toEqual(PRINTER_TYPES.map(({ name }) => name).toSorted());
});
