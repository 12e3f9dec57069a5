import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check } from "recheck";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

// Each regular expression of the product takes linear time: a text of a file, a request or a template must not hold up a thread.
// Recheck finds the others, also quadratic ones such as `/\s+$/`, which begin again at each character.

const SOURCE = join(import.meta.dirname, "../../src");
/**
 * Steps decide, never time, so that a busy machine does not change the verdict: expressions with look-around or back-references, and
 * large ones, are judged by generated texts. `timeout` is for one expression: most take milliseconds; one that takes longer is to be
 * simplified.
 */
const STEPS_DECIDE = {
  randomSeed: 1,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  timeout: 120_000,
} as const;

/** A regular expression in the source. */
interface Expression {
  readonly pattern: string;
  readonly flags: string;
  readonly where: string;
}

/** The nodes of a syntax tree that this test reads (ESTree). */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: Node & { readonly name?: string };
}

function isNode(value: object): value is Node {
  return "type" in value && typeof value.type === "string";
}

function nodesOf(value: unknown): Node[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap(nodesOf);
  return isNode(value) ? [value, ...inner] : inner;
}

const FILES = globSync("**/*.{ts,tsx}", { cwd: SOURCE }).toSorted();
const trees = FILES.map((file) => {
  const text = readFileSync(join(SOURCE, file), "utf8");
  return { file, text, nodes: nodesOf(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file)) };
});
const isConstructed = ({ callee }: Node) => callee?.name === "RegExp";

const literals: Expression[] = trees.flatMap(({ file, text, nodes }) =>
  nodes.flatMap(({ regex, start }) =>
    regex === undefined ? [] : [{ ...regex, where: `${file}:${text.slice(0, start).split("\n").length}` }],
  ),
);

/** The expressions that modules put together when they are loaded. */
async function constructed(): Promise<Expression[]> {
  const found: Expression[] = [];
  const original = RegExp;
  let where = "";
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags]: [string | RegExp, string?]) {
      const made = new target(pattern, flags);
      if (typeof pattern === "string") found.push({ pattern: made.source, flags: made.flags, where });
      return made;
    },
  });
  try {
    for (const { file } of trees.filter(({ nodes }) => nodes.some(isConstructed))) {
      where = file;
      // A copy of the module, which has not been loaded yet.
      await import(`${pathToFileURL(join(SOURCE, file)).href}?recorded`);
    }
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

const made = await constructed();

/** Whether a part of the expression may be repeated without a limit. The others take a bounded time for each character. */
function isUnbounded(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, "a").replace(/\[[^\]]*\]/g, "a");
  return /[*+]|\{\d+,\}/.test(bare);
}

test("each regular expression of the source takes linear time", async () => {
  const expressions = [...literals, ...made].filter(({ pattern }) => isUnbounded(pattern));
  const distinct = new Map(expressions.map((one) => [`/${one.pattern}/${one.flags}`, one]));
  expect(distinct.size).toBeGreaterThan(100);
  const superlinear: string[] = [];
  for (const [expression, { pattern, flags, where }] of distinct) {
    const result = await check(pattern, flags, STEPS_DECIDE);
    if (result.status === "safe") continue;
    const reason = result.status === "vulnerable" ? result.complexity.summary : "too complex to be checked";
    superlinear.push(`${where} ${expression}: ${reason}`);
  }
  expect(superlinear).toEqual([]);
});

test("an expression that is put together is made when its module is loaded, where it is checked", () => {
  const inSource = trees.flatMap(({ file, nodes }) => nodes.filter(isConstructed).map(() => file));
  expect(new Set(made.map(({ where }) => where))).toEqual(new Set(inSource));
});
