import { Router } from "@koa/router";
import type { AreaEndpoint } from "../endpoint/areas.ts";

/** The endpoint of a path and method. */
interface Match {
  /** Null: the path is known, the method is not. */
  readonly endpoint: AreaEndpoint | null;
  readonly params: Readonly<Record<string, string>>;
  readonly methods: readonly string[];
  /** Everything at the path is deprecated. */
  readonly isDeprecated: boolean;
}

/** Whether a requested path, known or not, is the API's. */
export function isApi(path: string): boolean {
  return /^\/api(\/|$)/i.test(path);
}

/** The endpoints of one path, and the methods that a client may use. */
interface PathMethods {
  readonly byMethod: Map<string, AreaEndpoint>;
  allowed: readonly string[];
}

/**
 * Creates the route table. It ignores case and one trailing slash. Paths without parameters are found in a map, the others by
 * @koa/router. Throws where two endpoints have the same method and path.
 */
export function makeRoutes(endpoints: readonly AreaEndpoint[]): {
  match(method: string, path: string): Match | null;
} {
  const literal = new Map<string, PathMethods>();
  const withParams = new Map<string, PathMethods>();
  for (const endpoint of endpoints) {
    const table = endpoint.path.includes("{") ? withParams : literal;
    const key = endpoint.path.toLowerCase();
    const methods: PathMethods = table.get(key) ?? { byMethod: new Map(), allowed: [] };
    const { method } = endpoint;
    if (methods.byMethod.has(method)) throw new Error(`declared twice: ${method} ${endpoint.path}`);
    methods.byMethod.set(method, endpoint);
    const known = [...methods.byMethod.keys()];
    methods.allowed = known.includes("GET") ? [...known, "HEAD"] : known;
    table.set(key, methods);
  }
  const router = new Router();
  for (const path of withParams.keys())
    router.register(path.replaceAll(/\{(\w+)\}/g, ":$1"), ["GET"], () => {}, { name: path });

  return {
    match(method, path) {
      const folded = foldPath(path);
      const found = literal.get(folded);
      if (found) return matchOf(found, method, {});
      const layer = router.match(folded, "GET").pathAndMethod[0];
      const methods = layer?.name ? withParams.get(layer.name) : undefined;
      if (!layer || !methods) return null;
      return matchOf(methods, method, layer.params(folded, layer.captures(folded)));
    },
  };
}

function matchOf(
  { byMethod, allowed }: PathMethods,
  method: string,
  params: Readonly<Record<string, string>>,
): Match {
  const endpoint = byMethod.get(method === "HEAD" ? "GET" : method) ?? null;
  const isDeprecated = byMethod.values().every(({ deprecated }) => deprecated);
  return { endpoint, params, methods: allowed, isDeprecated };
}

function foldPath(path: string): string {
  const folded = path.toLowerCase();
  return folded.length > 1 && folded.endsWith("/") ? folded.slice(0, -1) : folded;
}
