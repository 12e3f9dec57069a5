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

/** What the console loads for the screen after a login. */
export const OVERVIEW = ["console/layout/shell.tsx", "console/screens/overview.ts"] as const;

/** The files that pages and screens load at their start; with `dynamic` also those that they may load later. */
export function filesOf(
  parts: BuiltParts,
  starts: string | readonly string[],
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
  for (const start of [starts].flat()) visit(start);
  return new Set([...visited].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}
