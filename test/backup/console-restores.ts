import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import type { RestorePlan } from "../../src/ops/backup/console/shapes.ts";
import type { Client } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";

export const RESTORES = "/api/backup/restores";
export const CURRENT = `${RESTORES}/current`;
/** The password of the demo's Admin. */
export const PASSWORD = "admin-demo";

/** Where tests keep copies and data folders. */
const FOLDERS = `${tmpdir()},${dirname(inject("demoFolder"))}`;

/** A server whose Admins may name copies of tests, on a copy of the folder `stopped`. */
export function startRestorable(stopped: string, options: ServerOptions = {}): Promise<TestServer> {
  return startServer({ stopped, ...options, settings: { RESTORE_FOLDERS: FOLDERS, ...options.settings } });
}

/** Begins to restore a folder or file. */
export const begin = (admin: Client, path: string, passphrase?: string) =>
  admin.post(RESTORES, { source: { kind: "folder", path }, ...(passphrase !== undefined && { passphrase }) });

/** Waits until the copy is read; returns the plan. */
export function read(admin: Client): Promise<RestorePlan> {
  return eventually(async () => {
    const { body } = await admin.get(CURRENT);
    if (body.state === "reading") throw new Error(`still ${JSON.stringify(body.progress)}`);
    return body;
  });
}

/** Begins to restore a copy and waits until it is read. */
export async function beginAndRead(admin: Client, path: string, passphrase?: string): Promise<RestorePlan> {
  const { status, text } = await begin(admin, path, passphrase);
  if (status !== 201) throw new Error(`not begun: ${text}`);
  return read(admin);
}

/** Begins to restore any source and waits until it is read. */
export async function beginAndReadSource(admin: Client, source: object): Promise<RestorePlan> {
  const { status, text } = await admin.post(RESTORES, { source });
  if (status !== 201) throw new Error(`not begun: ${text}`);
  return read(admin);
}

/** Confirms the open restore by the Admin's password. */
export async function confirm(admin: Client, body: object = {}) {
  const { body: plan } = await admin.get(CURRENT);
  return admin.put(`${CURRENT}/confirm`, { id: plan.id ?? "none", password: PASSWORD, ...body });
}

/** Names in a data folder with one of these beginnings. */
export const namesIn = (folder: string, ...starts: readonly string[]) =>
  readdirSync(folder).filter((name) => starts.some((start) => name.startsWith(start)));

/** The header with the set-up code of an empty server. */
export const codeOf = ({ folder }: TestServer) => ({
  "X-Setup-Code": readFileSync(join(folder, "setup-code"), "utf8").trim(),
});
