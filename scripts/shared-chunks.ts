import { join } from "node:path";

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
 * Puts the modules that several screens share into four chunks, by the pages that need them. By default about forty sets of
 * modules would each be a file and a request. Modules that a page loads at its start stay in its own chunk, so no two chunks
 * import each other.
 */
export function sharedChunks(root: string) {
  const sources = join(root, "src");
  let reached: { readonly terminal: Reached; readonly console: Reached } | null = null;
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
          reached ??= {
            terminal: reachedFrom(join(sources, "web/index.html"), graph),
            console: reachedFrom(join(sources, "web/console.html"), graph),
          };
          const { terminal, console } = reached;
          if (!terminal.all.has(id)) return console.first.has(id) ? null : "console-shared";
          if (!console.all.has(id)) return terminal.first.has(id) ? null : "terminal-shared";
          return terminal.first.has(id) ? "shared" : "screens-shared";
        },
      },
    ],
  };
}

function reachedFrom(page: string, graph: ModuleGraph): Reached {
  const at = (id: string) => graph.getModuleInfo(id) ?? { importedIds: [], dynamicallyImportedIds: [] };
  return {
    first: walk(page, (id) => at(id).importedIds),
    all: walk(page, (id) => [...at(id).importedIds, ...at(id).dynamicallyImportedIds]),
  };
}

function walk(start: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const visited = new Set([start]);
  // The loop also visits the modules that it adds.
  for (const id of visited) for (const other of next(id)) visited.add(other);
  return visited;
}
