import { Router } from "@koa/router";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { Method } from "../endpoint/endpoint-options.ts";

/** The endpoint of a path and method. */
export interface Match {
  /** Null: the path is known, the method is not. */
  readonly endpoint: Endpoint | null;
  readonly params: Readonly<Record<string, string>>;
  readonly methods: readonly string[];
}

type ByMethod = Map<string, Endpoint>;

/**
 * Creates the route table. It ignores case and one trailing slash. Paths without parameters are found in a map, the others by
 * @koa/router. Throws where two endpoints have the same method and path.
 */
export function makeRoutes(endpoints: readonly Endpoint[]): {
  match(method: string, path: string): Match | null;
} {
  const literal = new Map<string, ByMethod>();
  const withParams = new Map<string, ByMethod>();
  for (const endpoint of endpoints) {
    const table = endpoint.path.includes("{") ? withParams : literal;
    const key = endpoint.path.toLowerCase();
    const methods: ByMethod = table.get(key) ?? new Map<Method, Endpoint>();
    if (methods.has(endpoint.method)) throw new Error(`declared twice: ${endpoint.method} ${endpoint.path}`);
    methods.set(endpoint.method, endpoint);
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

function matchOf(methods: ByMethod, method: string, params: Record<string, string>): Match {
  const endpoint = methods.get(method === "HEAD" ? "GET" : method) ?? null;
  const known = [...methods.keys()];
  return { endpoint, params, methods: known.includes("GET") ? [...known, "HEAD"] : known };
}

function foldPath(path: string): string {
  const folded = path.toLowerCase();
  return folded.length > 1 && folded.endsWith("/") ? folded.slice(0, -1) : folded;
}
