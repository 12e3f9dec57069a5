import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, type Import, readImports, SOURCE } from "./imports.ts";

// The dependency rule of docs/develop/architecture.md. An import goes to the left or stays in its layer.

const FEATURES = [
  "access",
  "articles",
  "audit",
  "catalogue",
  "events",
  "exchange",
  "inventories",
  "locations",
  "photos",
  "printing",
  "requests",
  "sample",
  "security-log",
  "settings",
  "stock",
];
const LAYERS = [
  ["domain"],
  ["platform"],
  ["storage"],
  ["http"],
  FEATURES,
  ["ops"],
  ["app", "demo"],
  ["main.ts"],
];
const STORE = /(?:^|[/-])store\.ts$/;

/** Imports that break the rule today, one `file -> import` a line. Lines are only ever removed. */
const exceptions = readFileSync(join(import.meta.dirname, "known-exceptions.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "");
const imports = readImports();

test("src/ holds main.ts and known folders only", () => {
  expect(readdirSync(SOURCE).toSorted()).toEqual([...LAYERS.flat(), "web"].toSorted());
});

test("every import names a file that exists", () => {
  expect(imports.filter(({ to }) => !existsSync(join(SOURCE, to))).map(lineOf)).toEqual([]);
  expect(imports.length).toBeGreaterThan(2000);
});

test("every import follows the dependency rule, besides the known exceptions", () => {
  const allowed = imports.filter((one) => !exceptions.includes(lineOf(one)));
  expect(allowed.filter((one) => breaksRule(one) || isInCycle(one, allowed)).map(lineOf)).toEqual([]);
});

test("the folders of access form no cycle", () => {
  const inside = imports.filter(({ from, to }) => [from, to].every((path) => path.startsWith("access/")));
  expect(inside.filter((one) => leadsBack(one, inside)).map(lineOf)).toEqual([]);
});

test("every known exception is still needed", () => {
  const allowed = imports.filter((one) => !exceptions.includes(lineOf(one)));
  const needed = imports.filter((one) => breaksRule(one) || isInCycle(one, allowed)).map(lineOf);
  expect(exceptions.filter((line) => !needed.includes(line))).toEqual([]);
});

function lineOf({ from, to }: Import): string {
  return `${from} -> ${to}`;
}

/** Whether an import goes to a layer above, to the store of another feature, or from the client to the server's parts. */
function breaksRule({ from, to }: Import): boolean {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (source === target) return false;
  // Types of the shapes too, until the client has generated types.
  if (source === "web")
    return target !== "domain" && !(FEATURES.includes(target) && to.endsWith("shapes.ts"));
  return layerOf(target) > layerOf(source) || (FEATURES.includes(target) && STORE.test(to));
}

/** The client is above all layers: no server file imports it. */
function layerOf(folder: string): number {
  const layer = LAYERS.findIndex((folders) => folders.includes(folder));
  return layer === -1 ? LAYERS.length : layer;
}

/** Whether the folder of the imported file leads back to the importing folder. */
function isInCycle({ from, to }: Import, allowed: readonly Import[]): boolean {
  const source = folderOf(from);
  if (source === folderOf(to)) return false;
  const reached = new Set([folderOf(to)]);
  for (const folder of reached)
    for (const next of targetsByFolder(allowed).get(folder) ?? []) reached.add(next);
  return reached.has(source);
}

const targets = new WeakMap<readonly Import[], Map<string, Set<string>>>();

function targetsByFolder(allowed: readonly Import[]): Map<string, Set<string>> {
  const known = targets.get(allowed);
  if (known !== undefined) return known;
  const found = new Map<string, Set<string>>();
  for (const { from, to } of allowed)
    found.set(folderOf(from), (found.get(folderOf(from)) ?? new Set()).add(folderOf(to)));
  targets.set(allowed, found);
  return found;
}

/** Whether an import to another folder, of any depth, leads back to its own folder through `all`. */
function leadsBack({ from, to }: Import, all: readonly Import[]): boolean {
  if (dirname(from) === dirname(to)) return false;
  const reached = new Set([dirname(to)]);
  for (const folder of reached)
    for (const one of all) if (dirname(one.from) === folder) reached.add(dirname(one.to));
  return reached.has(dirname(from));
}
