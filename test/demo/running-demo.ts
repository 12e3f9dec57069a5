import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import Database from "better-sqlite3";
import { PROGRAMS } from "../harness/programs.ts";

/** A running demo, seen from outside. */
export interface Demo {
  readonly url: string;
  /** Its output before the line `ready …`. */
  readonly output: string;
  /** Sends GET as a user of the demo; returns the response's body. */
  get<T = unknown>(userName: string, path: string): Promise<T>;
  /** The same with a JSON body. */
  put(userName: string, path: string, body: object): Promise<number>;
  /** Sends SIGTERM; returns the exit status. */
  stop(): Promise<number | null>;
}

/** Starts `npm run demo` as a process of its own, on a free port. */
export function launch(folder: string, args: string[] = [], environment: Record<string, string> = {}) {
  return spawn(process.execPath, [PROGRAMS.demo, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOST: "", PORT: "0", DATA_DIR: folder, LOG_LEVEL: "error", ...environment },
  });
}

/** Starts a demo and waits until it is ready. Throws with its output when it exits instead. */
export async function startDemo(folder: string, ...args: string[]): Promise<Demo> {
  const child = launch(folder, args);
  const output = await printed(child, /^ready (\S+)\n/m);
  const url = /^ready (\S+)\n/m.exec(output)?.[1] ?? "";
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (userName: string) => {
    const token = tokens.get(userName) ?? logIn(url, userName);
    tokens.set(userName, token);
    return token;
  };
  const ask = async (userName: string, path: string, init: RequestInit) => {
    const authorization = `Bearer ${await tokenOf(userName)}`;
    return fetch(url + path, { ...init, headers: { authorization, "content-type": "application/json" } });
  };
  return {
    url,
    output: output.slice(0, output.search(/^ready /m)),
    async get(userName, path) {
      const response = await ask(userName, path, {});
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json() as Promise<never>;
    },
    async put(userName, path, body) {
      const response = await ask(userName, path, { method: "PUT", body: JSON.stringify(body) });
      await response.arrayBuffer();
      return response.status;
    },
    async stop() {
      child.kill("SIGTERM");
      return (await ended(child)).status;
    },
  };
}

/** Waits until standard output contains `wanted`; returns all of it so far. */
export async function printed(child: ReturnType<typeof launch>, wanted: RegExp): Promise<string> {
  let output = "";
  child.stdout.setEncoding("utf8");
  const trouble = text(child.stderr);
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(piece);
    if (!wanted.test(output)) continue;
    child.stdout.resume();
    return output;
  }
  throw new Error(`the demo ended: ${output}${await trouble}`);
}

/** Waits for the end of a process; its status, null after a signal. */
export async function ended(child: ChildProcess): Promise<{ status: number | null }> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { status: child.exitCode };
}

/** Tries a login; returns the status and, where it succeeded, the token. */
export async function tryLogIn(url: string, path: string, secrets: object) {
  const response = await fetch(`${url}/api/pwa-auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(secrets),
  });
  const body = (await response.json()) as { accessToken?: string; user?: { id: number; fullName: string } };
  return { status: response.status, ...body };
}

async function logIn(url: string, userName: string): Promise<string> {
  const { accessToken } = await tryLogIn(url, "login-password", { userName, password: `${userName}-demo` });
  if (accessToken === undefined) throw new Error(`${userName} can't log in`);
  return accessToken;
}

/** Rows of a demo's database as arrays, read directly: data that no endpoint shows. */
export function rowsOf(folder: string, query: string): unknown[] {
  const db = new Database(databaseOf(folder), { readonly: true });
  try {
    return db.prepare(query).raw().all();
  } finally {
    db.close();
  }
}

/** Whether a demo has a transaction under way at this moment. */
export function isWriting(folder: string): boolean {
  const db = new Database(databaseOf(folder), { timeout: 0 });
  try {
    db.exec("BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    db.close();
  }
}

function databaseOf(folder: string): string {
  const databases = readdirSync(folder).filter((name) => name.endsWith(".db"));
  return join(folder, databases.toSorted().at(-1) ?? "");
}
