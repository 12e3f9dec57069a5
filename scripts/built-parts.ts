/** What the build says of each of its parts (Vite's manifest, as far as it is read). */
export interface BuiltPart {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
export type BuiltParts = Readonly<Record<string, BuiltPart>>;

/** Where the manifest stands in the folder of a build. */
export const PARTS = ".parts.json";

/** The files that a page needs, and with `later` those too that it may fetch. */
export function filesOf(parts: BuiltParts, page: string, { later }: { later: boolean }): ReadonlySet<string> {
  const seen = new Set<BuiltPart>();
  const visit = (key: string) => {
    const part = parts[key];
    if (part === undefined || seen.has(part)) return;
    seen.add(part);
    for (const next of [...(part.imports ?? []), ...(later ? (part.dynamicImports ?? []) : [])]) visit(next);
  };
  visit(page);
  return new Set([...seen].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}
