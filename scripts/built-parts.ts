/** A part of the build: an entry of Vite's manifest, with the properties that are read. */
export interface BuiltPart {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
export type BuiltParts = Readonly<Record<string, BuiltPart>>;

/** The file name of the manifest in the folder of a build. */
export const PARTS = ".parts.json";

/** The files that a page loads at its start; with `dynamic` also those that it may load later. */
export function filesOf(
  parts: BuiltParts,
  page: string,
  { dynamic }: { dynamic: boolean },
): ReadonlySet<string> {
  const visited = new Set<BuiltPart>();
  const visit = (key: string) => {
    const part = parts[key];
    if (part === undefined || visited.has(part)) return;
    visited.add(part);
    for (const next of [...(part.imports ?? []), ...(dynamic ? (part.dynamicImports ?? []) : [])])
      visit(next);
  };
  visit(page);
  return new Set([...visited].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}
