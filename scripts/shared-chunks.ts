import { join } from "node:path";
import { OVERVIEW } from "./built-parts.ts";

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** The modules that a page loads at its start (`first`), and all that it may load. */
interface Reached {
  readonly first: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** Loaded when the camera is opened, in a chunk of its own. */
const SEPARATE = /\/scanner\/camera\.tsx$/;

/**
 * Puts the modules that several screens share into a few chunks, by what loads them first: a page at its start, the console's
 * overview, or any other screen. By default about forty sets of modules would each be a file and a request. What is loaded
 * first imports nothing that is loaded later, so no two chunks import each other, and nothing is loaded before it is needed.
 */
export function sharedChunks(root: string) {
  const sources = join(root, "src");
  let pages: { readonly terminal: Reached; readonly console: Reached; readonly overview: Reached } | null =
    null;
  return {
    groups: [
      // Both pages need all of it at their start.
      { name: "libraries", priority: 1, test: /node_modules\/(@preact|preact|idb)\// },
      {
        debugName: "shared",
        test: (id: string) =>
          id.startsWith(sources) && /\.(tsx?|module\.css)$/.test(id) && !SEPARATE.test(id),
        minShareCount: 2,
        includeDependenciesRecursively: false,
        name(id: string, graph: ModuleGraph) {
          const reached = (...names: string[]) =>
            reachedFrom(
              names.map((name) => join(sources, "web", name)),
              graph,
            );
          pages ??= {
            terminal: reached("index.html"),
            console: reached("console.html"),
            overview: reached(...OVERVIEW),
          };
          const { terminal, console, overview } = pages;
          const ofTerminal = terminal.first.has(id) ? "first" : terminal.all.has(id) ? "later" : null;
          const ofConsole = console.first.has(id)
            ? "first"
            : overview.first.has(id)
              ? "overview"
              : console.all.has(id)
                ? "later"
                : null;
          // A page's own first modules stay in its own chunk.
          if (ofTerminal === null) return ofConsole === "first" ? null : `console-${ofConsole}`;
          if (ofConsole === null) return ofTerminal === "first" ? null : `terminal-${ofTerminal}`;
          return `shared-${ofTerminal}-${ofConsole}`;
        },
      },
    ],
  };
}

function reachedFrom(starts: readonly string[], graph: ModuleGraph): Reached {
  const at = (id: string) => graph.getModuleInfo(id) ?? { importedIds: [], dynamicallyImportedIds: [] };
  return {
    first: walk(starts, (id) => at(id).importedIds),
    all: walk(starts, (id) => [...at(id).importedIds, ...at(id).dynamicallyImportedIds]),
  };
}

function walk(starts: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const visited = new Set(starts);
  // The loop also visits the modules that it adds.
  for (const id of visited) for (const other of next(id)) visited.add(other);
  return visited;
}
