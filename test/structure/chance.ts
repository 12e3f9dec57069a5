import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "rolldown/utils";

// Finds assertions and pauses that let time decide whether a test passes.

const ROOT = join(import.meta.dirname, "../..");

/** `look`: one look at a screen that may still change. `pause`: a wait for time. `duration`: an assertion of how long something took. */
export type Kind = "look" | "pause" | "duration";

export interface Finding {
  readonly kind: Kind;
  readonly file: string;
  readonly line: number;
}

/** What to write instead. */
export const INSTEAD: Readonly<Record<Kind, string>> = {
  look: "the screen may still change: await expect.poll(() => …), terminal.see(…) or terminal.until(…)",
  pause: "wait for the event or state: eventually(…), expect.poll(…), once(…), a clock that the test moves",
  duration: "assert what happened, or move the clock: a busy machine is slow",
};

/** A node of a syntax tree (ESTree). */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** A file of the tests. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** The nodes of its tree in order of the text, each with the one around it. */
  readonly parents: ReadonlyMap<Node, Node | null>;
  /** Comments that allow what would be found in their line or the next. */
  readonly allowances: readonly { readonly kind: string; readonly line: number }[];
}

/** Reads a screen once: of Playwright's pages and locators, and of the terminal's pages. */
const LOOKS = new Set([
  ...["allInnerTexts", "allTextContents", "ariaSnapshot", "axe", "boundingBox", "content", "count"],
  ...["evaluate", "evaluateAll", "getAttribute", "innerHTML", "innerText", "inputValue", "isChecked"],
  ...["isDisabled", "isEditable", "isEnabled", "isHidden", "isVisible", "textContent", "textOf", "title"],
]);
/** What a function that only looks may call besides: it finds, computes or waits. */
const HARMLESS = new Set([
  ...["all", "and", "filter", "first", "frameLocator", "getByLabel", "getByPlaceholder", "getByRole"],
  ...["getByText", "getByTitle", "last", "locator", "nth", "or", "see", "until"],
  ...["Array", "Boolean", "Number", "Set", "String", "ceil", "entries", "every", "find", "flatMap", "floor"],
  ...["from", "includes", "join", "keys", "map", "match", "max", "min", "parse", "parseFloat", "replace"],
  "replaceAll",
  ...[
    "round",
    "slice",
    "some",
    "sort",
    "split",
    "startsWith",
    "stringify",
    "test",
    "toSorted",
    "trim",
    "values",
  ],
]);
/** `expect(…)` and `expect.soft(…)`. */
const EXPECTING = new Set(["expect", "soft"]);
/** They repeat the function that they get. */
const REPEATING = new Set(["eventually", "poll", "waitFor"]);
const ALLOWANCE = /^\s*allow (look|pause|duration): \S.{9,}/;

/** Reads the files of the tests that match the pattern, with paths from the root. */
export const readSources = (pattern: string, exclude: readonly string[] = []): Source[] =>
  globSync(pattern, { cwd: ROOT, exclude })
    .toSorted()
    .map((file) => parse(file, readFileSync(join(ROOT, file), "utf8")));

export function parse(file: string, text: string): Source {
  const { program, comments } = parseSync(file, text);
  const parents = new Map<Node, Node | null>();
  const add = (node: Node, parent: Node | null) => {
    parents.set(node, parent);
    for (const child of childrenOf(node)) add(child, node);
  };
  add(program as unknown as Node, null);
  const allowances = comments.flatMap(({ value, start }) => {
    const kind = ALLOWANCE.exec(value)?.[1];
    return kind === undefined ? [] : [{ kind, line: lineOf(text, start) }];
  });
  return { file, text, parents, allowances };
}

/** What the sources leave to chance, and no comment allows. */
export function findChance(sources: readonly Source[]): Finding[] {
  const looking = lookingFunctions(sources);
  return sources.flatMap((source) => {
    const { file, text, parents, allowances } = source;
    const names = looking.get(file) ?? new Set();
    const sleeps = timersOf(source);
    const durations = durationsOf(source);
    const kindOf = (node: Node): Kind | null => {
      if (isPause(node, source, sleeps)) return "pause";
      if (!EXPECTING.has(calleeOf(node) ?? "") || isRepeated(node, source)) return null;
      const inner = argumentsOf(node).flatMap(nodesOf);
      if (inner.some((one) => isDuration(one) || durations.has(nameOf(one) ?? ""))) return "duration";
      return isOfBrowser(file) && inner.some((one) => isLook(one, source, names)) ? "look" : null;
    };
    return [...parents.keys()].flatMap((node) => {
      const kind = kindOf(node);
      if (kind === null) return [];
      const line = lineOf(text, node.start);
      const isAllowed = allowances.some(
        (one) => one.kind === kind && (one.line === line || one.line === line - 1),
      );
      return isAllowed ? [] : [{ kind, file, line }];
    });
  });
}

const isOfBrowser = (file: string) => /^test\/(?:web|browser)\//.test(file);

const isRepeated = (node: Node, source: Source) =>
  around(node, source).some((one) => REPEATING.has(calleeOf(one) ?? ""));

// ---- looks

/** A call that reads a screen: an address at once, all else awaited or handed on. */
function isLook(node: Node, source: Source, names: ReadonlySet<string>): boolean {
  const called = calleeOf(node);
  if (called === null) return false;
  if (!isMember(node)) return names.has(called);
  if (called === "url") return argumentsOf(node).length === 0;
  return LOOKS.has(called) && around(node, source).some((one) => isFunction(one) || isAwait(one));
}

/** The names of functions that only look, by file. One that acts too would act again with each look. */
function lookingFunctions(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map(sources.map((source) => [source.file, declarationsOf(source)]));
  const found = new Map([...files.keys()].map((file) => [file, new Set<string>()]));
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false;
    for (const [file, { functions, imports }] of files) {
      const names = found.get(file) ?? new Set();
      const before = names.size;
      for (const { from, original, local } of imports) if (found.get(from)?.has(original)) names.add(local);
      for (const [name, body] of functions) if (onlyLooks(body, names)) names.add(name);
      if (names.size > before) hasGrown = true;
    }
  }
  return found;
}

function onlyLooks(body: Node, names: ReadonlySet<string>): boolean {
  const calls = nodesOf(body).filter((node) => calleeOf(node) !== null);
  const isReading = (node: Node) => (isMember(node) ? LOOKS : names).has(calleeOf(node) ?? "");
  return (
    calls.some(isReading) && calls.every((node) => isReading(node) || HARMLESS.has(calleeOf(node) ?? ""))
  );
}

interface Declarations {
  readonly functions: ReadonlyMap<string, Node>;
  readonly imports: readonly { readonly from: string; readonly original: string; readonly local: string }[];
}

function declarationsOf(source: Source): Declarations {
  const functions = new Map<string, Node>();
  for (const node of source.parents.keys()) {
    const value = node.type === "VariableDeclarator" ? node["init"] : node;
    const name = nameOf(node["id"]);
    if (name !== null && isNode(value) && isFunction(value)) functions.set(name, value);
  }
  const imports = importsOf(source).flatMap(({ path, original, local }) =>
    path.startsWith(".")
      ? [{ from: relative(ROOT, join(ROOT, dirname(source.file), path)), original, local }]
      : [],
  );
  return { functions, imports };
}

function importsOf({ parents }: Source): { path: string; original: string; local: string }[] {
  return [...parents].flatMap(([node, parent]) => {
    if (node.type !== "ImportSpecifier" || !isNode(parent?.["source"])) return [];
    const path = String(parent["source"]["value"]);
    return [{ path, original: nameOf(node["imported"]) ?? "", local: nameOf(node["local"]) ?? "" }];
  });
}

// ---- pauses

/** The names under which a file imports the pause of `node:timers/promises`. */
const timersOf = (source: Source): ReadonlySet<string> =>
  new Set(
    importsOf(source)
      .filter(({ path, original }) => path === "node:timers/promises" && original === "setTimeout")
      .map(({ local }) => local),
  );

/** A call that waits for time: here, or in a script of a page. Between two looks of a loop it decides nothing. */
function isPause(node: Node, source: Source, sleeps: ReadonlySet<string>): boolean {
  const script = scriptOf(node);
  if (script !== null) return /new Promise\([^;]*?setTimeout\([^()]*,/.test(script);
  const called = calleeOf(node) ?? "";
  if (isMember(node)) return called === "waitForTimeout";
  if (called === "setTimeout")
    return around(node, source).some(
      ({ type, callee }) => type === "NewExpression" && nameOf(callee) === "Promise",
    );
  return sleeps.has(called) && !isBetweenLooks(node, source);
}

function isBetweenLooks(node: Node, { parents }: Source): boolean {
  const awaited = parents.get(node) ?? null;
  const outer = (awaited && parents.get(awaited)) ?? null;
  if (outer?.type === "ForStatement") return outer["update"] === awaited;
  return outer?.type === "ExpressionStatement" && parents.get(outer)?.type === "WhileStatement";
}

function scriptOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  return node.type === "TemplateElement" && isNode(node) ? rawOf(node["value"]) : null;
}

const rawOf = (value: unknown) =>
  typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : null;

// ---- durations

/** The names of constants that are differences to a clock's time. */
const durationsOf = ({ parents }: Source): ReadonlySet<string> =>
  new Set(
    [...parents.keys()]
      .filter(({ type, init }) => type === "VariableDeclarator" && isNode(init) && isDuration(init))
      .map(({ id }) => nameOf(id) ?? "-"),
  );

/** A difference to the time of this machine. */
function isDuration({ type, operator, left }: Node): boolean {
  if (type !== "BinaryExpression" || operator !== "-" || !isNode(left) || calleeOf(left) !== "now")
    return false;
  const { callee } = left;
  return isNode(callee) && ["Date", "performance"].includes(nameOf(callee["object"]) ?? "");
}

// ---- trees

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;

/** The nodes around one, the innermost first. */
function around(node: Node, { parents }: Source): Node[] {
  const parent = parents.get(node) ?? null;
  return parent === null ? [] : [parent, ...around(parent, { parents } as Source)];
}

const nodesOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesOf)];

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const argumentsOf = ({ arguments: given }: Node): Node[] =>
  Array.isArray(given) ? given.filter(isNode) : [];

const isAwait = ({ type }: Node) => type === "AwaitExpression";

const isFunction = ({ type }: Node) =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "FunctionDeclaration";

const isMember = ({ callee }: Node) => isNode(callee) && callee.type === "MemberExpression";

/** The name of what a call calls, without the object that it belongs to; null: no call, or without a name. */
function calleeOf({ type, callee }: Node): string | null {
  if (type !== "CallExpression" || !isNode(callee)) return null;
  return nameOf(callee.type === "MemberExpression" ? callee["property"] : callee);
}

const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Identifier" ? String(node["name"]) : null;
