import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { get, type IncomingMessage, type RequestOptions } from "node:http";
import { join } from "node:path";
import { afterAll } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import type { Client } from "../harness/client.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";

const bulkNote = statement((p: { name: string; at: string; content: string }) =>
  sqlite.insertInto("appState").values({ name: p.name, at: p.at, content: p.content }),
);

/** The output and the exit status of a run of the restore command. */
export interface Ran {
  readonly status: number | null;
  /** On standard output. */
  readonly lines: readonly string[];
  /** On standard error, without the lines of the progress: how many there are depends on the speed of the machine. */
  readonly stderr: string;
}

/** The result of a run with its output. */
export function resultOf(status: number | null, { out, stderr }: { out: string; stderr: string }): Ran {
  return {
    status,
    lines: out.split("\n").slice(0, -1),
    stderr: stderr.replaceAll(/^\d+ .* …\n/gm, ""),
  };
}

/** Runs `npm run restore -- …` as the process that it is. */
export function restoreProcess(...args: string[]): Promise<Ran> {
  return ran([process.execPath, PROGRAMS.restore, ...args]);
}

/** Runs a command to its end. */
export async function ran(command: readonly string[], extra: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...extra },
  });
  const texts = { out: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    texts.out += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    texts.stderr += piece;
  });
  const [status] = await once(child, "close");
  return resultOf(status, texts);
}

/** The folder of a stopped server with four photos and two generations. */
export async function createFilledFolder(): Promise<string> {
  const server = await startServer({ keep: true });
  await server.appliance.dependencies.storage.rotate();
  await addPhotos(server, 3);
  await server.appliance.stop();
  return server.folder;
}

/** One filled folder for all tests of a file, which copy it. */
export async function sharedFilledFolder(): Promise<string> {
  const folder = await createFilledFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a server on a copy of a folder. */
export async function startOnCopy(folder: string): Promise<TestServer> {
  const fresh = await startServer({ empty: true });
  await fresh.stop();
  await ran(["cp", "-r", folder, fresh.folder]);
  await fresh.restart();
  return fresh;
}

/** The demo's Admin, logged in by password: after a restore no other user can log in. */
export async function adminByPassword(server: TestServer): Promise<Client> {
  const login = { userName: "admin", password: "admin-demo" };
  const { status, body } = await server.anonymous.post("/api/pwa-auth/login-password", login);
  if (status !== 200) throw new Error(`no login: ${body.message}`);
  return server.withToken(body.accessToken);
}

/** Requests a URL. The body is read only on the test's request. */
export async function follow(url: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent: false, ...options }, resolve).on("error", reject);
  const response = await promise;
  response.on("error", () => {});
  return response;
}

/** Uploads photos, each of another colour; returns their oids. */
export async function addPhotos(server: TestServer, count: number): Promise<number[]> {
  const client = server.user;
  const oids: number[] = [];
  for (let i = 0; i < count; i++) {
    const response = await upload(client, 101, await createJpeg(1024, 768));
    if (response.status !== 201) throw new Error(`no photo: ${response.text}`);
    oids.push(response.body.oid);
  }
  return oids;
}

const BULK_BYTES = 14 * 1024 * 1024;

/** Makes a backup longer than the sockets' buffers: a client that does not read holds it up. */
export async function addBulk({ appliance }: TestServer): Promise<void> {
  const { storage, clock } = appliance.dependencies;
  const note = { name: "bulk", at: clock.iso(), content: JSON.stringify("x".repeat(BULK_BYTES)) };
  await storage.write(null, (tx) => bulkNote.run(tx, note));
}

/** A copy of a data folder, of the test's own. */
export function copyOf(folder: string): string {
  const copy = join(createFolder(), "copy");
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** The main file of the newest generation. */
export function mainFileOf(folder: string): string {
  return join(
    folder,
    readdirSync(folder)
      .filter((name) => name.endsWith(".db"))
      .sort()
      .at(-1) ?? "",
  );
}

/** The photo files of a data folder, smallest name first. */
export function photoFilesOf(folder: string): string[] {
  return readdirSync(join(folder, "photos"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(jpg|png|pdf)$/.test(name))
    .sort()
    .map((name) => join(folder, "photos", name));
}
