import { dirname, join, matchesGlob, normalize } from "node:path";

/** The files of a checkout, by their paths from its root. */
export interface Checkout {
  readonly files: readonly string[];
  read(file: string): string;
}

/** The browser tests that a change touches, or why all are. */
export type Touched =
  | { readonly all: string }
  | { readonly all: null; readonly tests: readonly string[]; readonly screens: readonly string[] };

/** The entries of the client, by the name of their page. */
const PAGES: Readonly<Record<string, { readonly entry: string; readonly screens: string }>> = {
  terminal: { entry: "src/web/main.tsx", screens: "src/web/terminal/screens.ts" },
  console: { entry: "src/web/console/main.tsx", screens: "src/web/console/screens.ts" },
};
const SERVICE_WORKER = "src/web/service-worker/service-worker.ts";

/** Files that no browser shows: pages that are no part of the manual, tests of other suites, types, and what programs of developers read. */
const UNSEEN =
  /^(?:docs\/(?!use\/|operate\/|translations\/)|test\/|[^/]+\.md$|.*\.d\.ts$|\.ci\/|\.github\/|\.git|\.editorconfig$|CODEOWNERS$|LICENSE$|biome\.json$|vitest\.config\.ts$|scripts\/(?:verify|messages|size|generate-client-types)\.ts$)/;

const IMPORT =
  /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|\bnew URL\(\s*|\bjoin\(\s*import\.meta\.dirname,\s*)"(\.[^"]+)"/g;
const TYPE_IMPORT = /^(?:import|export) type\b[^;]*;/gm;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;
/** A part of the client that is loaded when it is opened: the first segments of its paths, and its module. */
const PART = /paths: (\[[^\]]*\]|[A-Z_]+),(?: texts: [^,]+,)?\s+load: \(\) => import\("(\.[^"]+)"\)/g;

/**
 * Returns the browser tests that these changed files touch. A file of the client touches the screens whose modules import it, one
 * of the server the screens that call an endpoint whose module imports it. A test belongs to the screens whose paths it, or a module
 * that it imports, names; one that names none belongs to all of its page. Anything else touches all tests.
 */
export function touchedTests(
  changed: readonly string[],
  tests: readonly string[],
  checkout: Checkout,
): Touched {
  const graph = new ImportGraph(checkout);
  const screens = readScreens(checkout, graph);
  const touched = new Set<string>();
  const named = new Set<string>();
  for (const file of changed) {
    for (const test of tests) if (ownModules(test, graph).has(file)) named.add(test);
    if (UNSEEN.test(file)) continue;
    if (/^docs\/(?:use|operate|translations)\//.test(file)) touched.add("help");
    else if (!file.startsWith("src/")) return { all: `${file} concerns no screen alone` };
    else {
      const found = screensOf(file, screens, graph, checkout);
      if (found.length === 0) return { all: `no screen is known to use ${file}` };
      for (const screen of found) touched.add(screen);
    }
  }
  const byScreen = tests.filter((test) =>
    usedScreens(test, screens, graph, checkout).some((one) => touched.has(one)),
  );
  return {
    all: null,
    tests: tests.filter((test) => named.has(test) || byScreen.includes(test)),
    screens: [...touched].toSorted(),
  };
}

/** The translations of one language, by the key of their message. */
export type Translations = Readonly<Record<string, string>>;

/**
 * Returns the sources whose messages read otherwise than before. A message that is gone from a catalogue is gone from its
 * source too, which changed itself.
 */
export function filesOfTranslations(
  before: Translations,
  after: Translations,
  messages: readonly { readonly key: string; readonly file: string }[],
): string[] {
  const changed = messages.filter(({ key }) => before[key] !== after[key]);
  return [...new Set(changed.map(({ file }) => file))];
}

/** A screen of a page: its modules, and the first segments of its paths. */
interface Screen {
  /** `console: articles`, or `help` for the manual. */
  readonly name: string;
  readonly page: string;
  readonly segments: readonly string[];
  readonly modules: ReadonlySet<string>;
}

function readScreens(checkout: Checkout, graph: ImportGraph): Screen[] {
  return Object.entries(PAGES).flatMap(([page, { entry, screens }]) => {
    const text = checkout.read(screens);
    const shell = graph.reach(entry, { isInside: (file) => file !== screens });
    const first = graph.reach(screens, { isStatic: true });
    const worker = page === "terminal" ? graph.reach(SERVICE_WORKER) : [];
    const parts = [...text.matchAll(PART)];
    if (parts.length !== text.split("import(").length - 1)
      throw new Error(`${screens} has a part that is declared in another way than the others`);
    return parts.map(([, paths = "", module = ""]) => {
      const list = paths.startsWith("[")
        ? paths
        : (new RegExp(`const ${paths} = (\\[.*?\\])`).exec(text)?.[1] ?? "");
      const segments = Array.from(list.matchAll(/"([\w-]+)"/g), ([, segment = ""]) => segment);
      const modules = graph.reach(join(dirname(screens), module));
      return {
        name: `${page}: ${segments[0]}`,
        page,
        segments,
        modules: new Set([...shell, ...first, ...worker, ...modules]),
      };
    });
  });
}

/** The names of the screens that use a file of `src/`. */
function screensOf(
  file: string,
  screens: readonly Screen[],
  graph: ImportGraph,
  checkout: Checkout,
): string[] {
  const direct = screens.filter(({ modules }) => modules.has(file));
  const isServer = !file.startsWith("src/web/");
  const paths = isServer
    ? [...graph.importers(file)].flatMap((importer) => apiPaths(checkout.read(importer)))
    : [];
  // Without an endpoint the server uses it elsewhere: at its start, in a timer, in a program.
  if (isServer && paths.length === 0) return [];
  const calls = checkout.files.filter(
    (client) =>
      /^src\/web\/.*(?<!\.d)\.tsx?$/.test(client) &&
      apiPaths(checkout.read(client)).some((call) => paths.some((path) => matchesGlob(path, call))),
  );
  const calling = screens.filter(({ modules }) => calls.some((client) => modules.has(client)));
  return [...new Set([...direct, ...calling].map(({ name }) => name))];
}

/**
 * The paths of endpoints in a source, with the names of their parameters taken out, and `*` for what is known when it
 * runs. A path that begins with that is left out: it could be of any feature.
 */
function apiPaths(text: string): string[] {
  return Array.from(
    text.matchAll(/["`](?:[A-Z]+ )?(\/api\/[^"`$]+(?:\$\{\w+\}[^"`$]*)*)["`]/g),
    ([, path = ""]) => path.replaceAll(/\$\{\w+\}/g, "*").replaceAll(/\{\w+\}/g, ":"),
  );
}

/** The modules of a test: those below `test/`, and what those of the browser tests import directly. */
function ownModules(test: string, graph: ImportGraph): ReadonlySet<string> {
  const modules = [...graph.reach(test, { isInside: isTest })];
  const direct = modules
    .filter((file) => file.startsWith("test/web/"))
    .flatMap((file) => graph.importsOf(file));
  return new Set([...modules, ...direct.map(({ to }) => to)]);
}

const isTest = (file: string) => file.startsWith("test/");

/** The names of the screens that a test opens. */
function usedScreens(
  test: string,
  screens: readonly Screen[],
  graph: ImportGraph,
  checkout: Checkout,
): string[] {
  const reached = [...graph.reach(test, { isInside: isTest })];
  const pages = Object.keys(PAGES).filter((page) => reached.includes(`test/harness/${page}.ts`));
  const text = [...reached.filter((file) => file.startsWith("test/web/")), test]
    .map(checkout.read)
    .join("\n");
  const segments = new Set(
    Array.from(text.matchAll(/["'`}](?:\/console)?#?\/([a-z-]+)/g), ([, segment]) => segment),
  );
  const opened = screens.filter(
    (screen) => pages.includes(screen.page) && screen.segments.some((segment) => segments.has(segment)),
  );
  const used = opened.length > 0 ? opened : screens.filter(({ page }) => pages.includes(page));
  return [...used.map(({ name }) => name), ...(segments.has("help") || opened.length === 0 ? ["help"] : [])];
}

interface ReachOptions {
  /** The imports of other modules are not followed; by default those of all are. */
  readonly isInside?: (file: string) => boolean;
  /** True: imports that are loaded when they are needed are not followed. */
  readonly isStatic?: boolean;
}

interface Import {
  readonly to: string;
  /** False: the module is loaded when it is needed. */
  readonly isStatic: boolean;
}

/** The imports among the files of a checkout; those of types alone do not count. */
class ImportGraph {
  readonly #files: ReadonlySet<string>;
  readonly #read: (file: string) => string;
  readonly #imports = new Map<string, readonly Import[]>();
  #importers: ReadonlyMap<string, readonly string[]> | null = null;

  constructor({ files, read }: Checkout) {
    this.#files = new Set(files);
    this.#read = read;
  }

  /** A module and all that it imports, directly or not. */
  reach(file: string, { isInside, isStatic = false }: ReachOptions = {}): Set<string> {
    const found = new Set([file]);
    for (const from of found)
      if (isInside?.(from) ?? true)
        for (const one of this.importsOf(from)) if (!isStatic || one.isStatic) found.add(one.to);
    return found;
  }

  /** A module of the server and all that import it, directly or not, without `src/app/`, which imports everything. */
  importers(file: string): Set<string> {
    this.#importers ??= this.#reversed();
    const found = new Set([file]);
    for (const to of found) for (const from of this.#importers.get(to) ?? []) found.add(from);
    return found;
  }

  importsOf(from: string): readonly Import[] {
    let found = this.#imports.get(from);
    if (found === undefined) {
      const text = /\.tsx?$/.test(from)
        ? this.#read(from).replaceAll(COMMENT, "").replaceAll(TYPE_IMPORT, "")
        : "";
      found = Array.from(text.matchAll(IMPORT), ([whole, path = ""]) => ({
        to: normalize(join(dirname(from), path)),
        isStatic: !whole.includes("("),
      })).filter(({ to }) => this.#files.has(to));
      this.#imports.set(from, found);
    }
    return found;
  }

  #reversed(): Map<string, string[]> {
    const importers = new Map<string, string[]>();
    for (const from of this.#files) {
      if (!/^src\/(?!web\/|app\/).*\.ts$/.test(from)) continue;
      for (const { to } of this.importsOf(from)) importers.set(to, [...(importers.get(to) ?? []), from]);
    }
    return importers;
  }
}
