import { expect } from "vitest";
import { TABLE_KINDS, type TableKind } from "../../src/domain/table-kinds.ts";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { type HeldSlices, holdSlices } from "../jobs/slices.ts";
import { startJob } from "../jobs/waiting.ts";
import { check } from "./uploads.ts";

/** An import in progress. */
export interface RunningImport {
  readonly admin: Client;
  readonly slices: HeldSlices;
  readonly id: number;
  /** Path of the job. */
  readonly path: string;
}

/** All exports of the admin's tenant as text. */
export async function exportsOf(client: Client): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const kind of TABLE_KINDS) {
    const response = await client.get(`/api/export/${kind}`);
    expect(response.status).toBe(200);
    texts[kind] = response.text;
  }
  return texts;
}

/** A list of new articles at new locations, with a change of article A000001 as its first row. */
export function articleList(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, i) => `RUN-${i},Article ${i},New category,New type,New hall / ${i % 5},${i + 1}`,
  );
  return ["Code,Name,Category,Type,Location,Quantity", "A000001,Renamed,,,,", ...rows].join("\n");
}

/** Applies a table as a job, and lets this many rows run. The server's `sliceMs` should be 0. */
export async function startImport(
  server: TestServer,
  kind: TableKind,
  file: string,
  rows: number,
): Promise<RunningImport> {
  const { admin } = server;
  const { body } = await check(admin, kind, file);
  expect(body.errors).toEqual([]);
  const slices = holdSlices(server);
  const path = await startJob(admin, `/api/imports/${body.id}/apply`);
  await slices.run(rows);
  return { admin, slices, id: body.id, path };
}

/** Stops the server after one more row, and starts it again. */
export async function stopAndStart(server: TestServer, slices: HeldSlices): Promise<void> {
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await server.restart();
}
