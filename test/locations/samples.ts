import { fold } from "../../src/domain/text-folding.ts";
import { addLocation, changeLocation, getLocation } from "../../src/locations/location.ts";
import type { Location } from "../../src/web/api/types/endpoints.d.ts";
import type { ApiResponse } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";

export const faultPaths = (response: ApiResponse): string[] =>
  (response.body.errors ?? []).map(({ path }: { path: string }) => path);
export const tagOf = (response: ApiResponse): string => response.headers.get("etag") ?? "";

/** Adds a chain of locations in tenant 1, each below the one before; returns their oids from the root down. */
export function createChain(server: TestServer, levels: number): Promise<number[]> {
  return server.appliance.dependencies.storage.write(1, (tx) => {
    const chain: number[] = [];
    for (let level = 0; level < levels; level++)
      chain.push(addLocation(tx, 1, { name: `Level ${level}`, parentLocationId: chain.at(-1) ?? null }));
    return chain;
  });
}

/** Moves a location by the domain's own rules, in a transaction of its own. */
export async function moved(server: TestServer, oid: number, parentLocationId: number): Promise<void> {
  await server.appliance.dependencies.storage.write(1, (tx) =>
    changeLocation(tx, getLocation(tx, 1, oid), { parentLocationId }),
  );
}

/** By the folded name in the order of code points, then oid. */
export const inOrder = (locations: readonly Location[]) =>
  [...locations].sort(
    (a, b) => Buffer.compare(Buffer.from(fold(a.name)), Buffer.from(fold(b.name))) || a.oid - b.oid,
  );
