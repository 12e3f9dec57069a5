import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, type Import, readImports, SOURCE } from "./imports.ts";

// The dependency rule of docs/develop/architecture.md. An import goes to the left or stays in its layer.

const FEATURES = [
  "access",
  "articles",
  "audit",
  "bulk-edit",
  "catalogue",
  "change-feed",
  "custom-fields",
  "client-errors",
  "custody",
  "cycle-counts",
  "events",
  "exchange",
  "head-office",
  "help",
  "master-data",
  "inventories",
  "jobs",
  "locations",
  "notices",
  "outgoing-events",
  "photos",
  "printing",
  "refill",
  "requests",
  "sample",
  "saved-views",
  "security-log",
  "settings",
  "stock",
  "webhooks",
];
const LAYERS = [
  ["domain"],
  ["records"],
  ["i18n"],
  ["platform"],
  ["storage"],
  ["http"],
  FEATURES,
  ["ops"],
  ["app", "demo"],
  ["main.ts"],
];
const STORE = /(?:^|[/-])store\.ts$/;

const imports = readImports();

test("src/ holds main.ts and known folders only", () => {
  expect(readdirSync(SOURCE).toSorted()).toEqual([...LAYERS.flat(), "web"].toSorted());
});

test("every import names a file that exists", () => {
  expect(imports.filter(({ to }) => !existsSync(join(SOURCE, to))).map(lineOf)).toEqual([]);
  expect(imports.length).toBeGreaterThan(2000);
});

test("every import follows the dependency rule", () => {
  expect(imports.filter((one) => breaksRule(one) || isInCycle(one)).map(lineOf)).toEqual([]);
});

test("the folders form no cycle, at any depth", () => {
  const graph = folderGraph(imports);
  expect(imports.filter((one) => leadsBack(one, graph)).map(lineOf)).toEqual([]);
});

test("the files of an import form no circle", () => {
  const own = imports.filter((one) =>
    [one.from, one.to].every((path) => path.startsWith("exchange/import/")),
  );
  const graph = new Map(
    Array.from(
      Map.groupBy(own, ({ from }) => from),
      ([from, all]) => [from, all.map(({ to }) => to)],
    ),
  );
  const leadBack = own.filter(({ from, to }) => {
    const reached = new Set([to]);
    for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
    return reached.has(from);
  });
  expect(own.length).toBeGreaterThan(50);
  expect(leadBack.map(lineOf)).toEqual([]);
});

test("the terminal and the console do not import each other, and no shared folder of the client imports one of them", () => {
  const upward = imports.filter(({ from, to }) => pageOf(to) !== null && pageOf(from) !== pageOf(to));
  expect(upward.map(lineOf).filter((line) => !line.startsWith("web/main.tsx"))).toEqual([]);
});

function lineOf({ from, to }: Import): string {
  return `${from} -> ${to}`;
}

/** The page of the client that a folder belongs to; null: both pages, or none. */
function pageOf(path: string): string | null {
  return /^web\/(terminal|console)\//.exec(path)?.[1] ?? null;
}

/** Whether an import names a layer above, the store of another feature, or a part of the server from the client. */
function breaksRule({ from, to }: Import): boolean {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (source === target) return false;
  if (source === "web") return !["domain", "records", "i18n"].includes(target);
  return layerOf(target) > layerOf(source) || (FEATURES.includes(target) && STORE.test(to));
}

/** The client is above all layers: no server file imports it. */
function layerOf(folder: string): number {
  const layer = LAYERS.findIndex((folders) => folders.includes(folder));
  return layer === -1 ? LAYERS.length : layer;
}

const targetsByFolder = Map.groupBy(imports, ({ from }) => folderOf(from));

/** Whether the folder of the imported file leads back to the importing folder. */
function isInCycle({ from, to }: Import): boolean {
  const source = folderOf(from);
  if (source === folderOf(to)) return false;
  const reached = new Set([folderOf(to)]);
  for (const folder of reached)
    for (const next of targetsByFolder.get(folder) ?? []) reached.add(folderOf(next.to));
  return reached.has(source);
}

/** The folders that each folder imports, of any depth. */
function folderGraph(all: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byFolder = Map.groupBy(all, ({ from }) => dirname(from));
  return new Map(
    Array.from(byFolder, ([folder, own]) => [folder, new Set(own.map(({ to }) => dirname(to)))]),
  );
}

/** Whether an import to another folder leads back to its own folder. */
function leadsBack({ from, to }: Import, graph: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (dirname(from) === dirname(to)) return false;
  const reached = new Set([dirname(to)]);
  for (const folder of reached) for (const next of graph.get(folder) ?? []) reached.add(next);
  return reached.has(dirname(from));
}
