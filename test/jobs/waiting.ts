import { expect } from "vitest";
import type { ApiResponse, Client } from "../harness/client.ts";
import { ended } from "../harness/eventually.ts";

/** A job as the tests read it. */
export interface ShownJob {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly isUndoing: boolean;
  readonly done: number;
  readonly total: number | null;
  readonly createdBy: string;
  readonly result: unknown;
  readonly error: { readonly message: string } | null;
  readonly canCancel: boolean;
  readonly undoUntil: string | null;
}

const ASYNC = { Prefer: "respond-async" };

/** Requests long work without waiting for it; returns the path of the job. */
export async function startJob(client: Client, path: string, body?: object): Promise<string> {
  return pathIn(await client.put(path, body, ASYNC));
}

/** The same for long work that a POST requests, once for a key. */
export async function postJob(client: Client, path: string, body: object, key?: string): Promise<string> {
  return pathIn(
    await client.post(path, body, { ...ASYNC, ...(key !== undefined && { "Idempotency-Key": key }) }),
  );
}

function pathIn(response: ApiResponse): string {
  expect(response.status, response.text).toBe(202);
  return response.headers.get("location") ?? "";
}

/** The job at a path. */
export async function jobAt(client: Client, path: string): Promise<ShownJob> {
  const response = await client.get(path);
  expect(response.status, response.text).toBe(200);
  return response.body as ShownJob;
}

/** Waits until the job at a path has ended; returns it. */
export function endOf(client: Client, path: string): Promise<ShownJob> {
  return ended(
    () => jobAt(client, path),
    ({ state }) => state !== "waiting" && state !== "running",
  );
}
