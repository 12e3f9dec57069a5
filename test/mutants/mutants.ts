import { parseAst } from "rolldown/parseAst";

/** A change of one place of a source that breaks a rule. */
export interface Mutant {
  /** Offsets in the source, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly kind: "comparison" | "condition" | "limit" | "arithmetic" | "error" | "permission" | "flag";
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};
const ARITHMETIC: Readonly<Record<string, string>> = { "-": "+", "*": "/", "/": "*", "%": "*" };
const CONNECTED: Readonly<Record<string, string>> = { "&&": "||", "||": "&&" };
/** Names of limits, units and times. */
const CONSTANT = /^[A-Z][A-Z0-9_]+$/;

/** Returns every mutant of a TypeScript source, in order. Texts, types and imports have none. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = (kind: Mutant["kind"], { start, end }: Pick<Node, "start" | "end">, replacement: string) =>
    found.push({ kind, start, end, replacement });
  const textOf = ({ start, end }: Node) => source.slice(start, end);

  /** Replaces the operator between two operands. */
  function replaceOperator(node: Node, kind: Mutant["kind"], by: string): void {
    const [left, right] = [node["left"] as Node, node["right"] as Node];
    const between = source.slice(left.end, right.start);
    const start = left.end + between.indexOf(String(node["operator"]));
    add(kind, { start, end: start + String(node["operator"]).length }, by);
  }

  function visit(node: Node, isConstant: boolean): void {
    const operator = String(node["operator"]);
    if (node.type === "BinaryExpression") {
      if (COMPARISONS[operator] !== undefined) replaceOperator(node, "comparison", COMPARISONS[operator]);
      if (ARITHMETIC[operator] !== undefined) replaceOperator(node, "arithmetic", ARITHMETIC[operator]);
    }
    if (node.type === "LogicalExpression" && CONNECTED[operator] !== undefined)
      replaceOperator(node, "condition", CONNECTED[operator]);
    if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
      const condition = node["test"] as Node;
      add("condition", condition, `!(${textOf(condition)})`);
    }
    if (node.type === "ThrowStatement") add("error", node, ";");
    if (node.type === "Literal" && typeof node["value"] === "number" && isConstant)
      add("limit", node, String(node["value"] + 1));
    if (node.type === "ReturnStatement") {
      const value = (node["argument"] as Node | null)?.["value"];
      if (typeof value === "boolean") add("flag", node["argument"] as Node, String(!value));
    }
    if (node.type === "Property" && (node["key"] as Node)["name"] === "permission") {
      const value = node["value"] as Node;
      if (typeof value["value"] === "string")
        add("permission", value, value["value"] === "work" ? '"manage"' : '"work"');
    }
    // The width of a column decides nothing.
    if (node.type === "Property" && (node["key"] as Node)["name"] === "width") return;
    const name = node.type === "VariableDeclarator" ? String((node["id"] as Node)["name"]) : "";
    visitParts(node, isConstant || CONSTANT.test(name));
  }

  function visitParts(node: Node, isConstant: boolean): void {
    for (const [property, part] of Object.entries(node)) {
      if (property === "typeAnnotation" || property === "returnType") continue;
      for (const one of Array.isArray(part) ? part : [part])
        if (isNode(one) && isCode(one)) visit(one, isConstant);
    }
  }

  visitParts(parseAst(source, { lang: "ts" }) as unknown as Node, false);
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

function isNode(part: unknown): part is Node {
  return typeof part === "object" && part !== null && "type" in part && "start" in part;
}

/** Assertions of types contain code, other parts of types do not. */
function isCode({ type }: Node): boolean {
  return (
    (!type.startsWith("TS") || type === "TSAsExpression" || type === "TSSatisfiesExpression") &&
    type !== "ImportDeclaration"
  );
}

/** The source with one place changed. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** The lines of a place before and after, without white space at their ends: `if (a < b)` → `if (a <= b)`. */
export function describeMutant(source: string, mutant: Mutant): string {
  const from = source.lastIndexOf("\n", mutant.start - 1) + 1;
  const endOfLine = source.indexOf("\n", mutant.end);
  const before = source.slice(from, endOfLine === -1 ? source.length : endOfLine);
  const after = before.slice(0, mutant.start - from) + mutant.replacement + before.slice(mutant.end - from);
  const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  return `${oneLine(before)} → ${oneLine(after)}`;
}
