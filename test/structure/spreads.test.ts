import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

// A literal is written out where it stands: `{ ...{ a, b }, ...{ c, d } }` only packs lines.

const ROOT = join(import.meta.dirname, "../..");

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly argument?: SyntaxNode;
  readonly properties?: readonly SyntaxNode[];
  readonly elements?: readonly (SyntaxNode | null)[];
}

test("no literal is spread into another", () => {
  const files = globSync("{src,scripts}/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["**/*.d.ts"] });
  expect(files.flatMap(spreadLiterals)).toEqual([]);
});

function spreadLiterals(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const program = parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file);
  const found: string[] = [];
  const visit = (node: unknown) => {
    if (node === null || typeof node !== "object") return;
    const { type, properties, elements } = node as SyntaxNode;
    for (const part of properties ?? elements ?? [])
      if (part?.type === "SpreadElement" && part.argument?.type === type)
        found.push(`${file}:${text.slice(0, part.start).split("\n").length}`);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return found;
}
