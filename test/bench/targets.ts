import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PROGRAMS } from "../harness/programs.ts";
import { files } from "./data/shape.ts";
import { residentMb } from "./process.ts";
import { sign } from "./token.ts";

/** The measured targets: the limit, the usual way, the product. */
export const targetNames = ["raw", "koa", "product"] as const;

/** One of them. */
export type TargetName = (typeof targetNames)[number];

/** A running server to measure. */
export interface Target {
  readonly name: TargetName;
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  /** The time from the start of the process to its line `ready …`. */
  readonly startMs: number;
  /** Resident memory at that line. */
  readonly readyMb: number;
}

const project = join(import.meta.dirname, "..", "..");
const key = "a-key-of-the-bench-that-guards-nothing";
const startSeconds = 180;
const stopSeconds = 15;
const running = new Map<number, ChildProcess>();

/** Ends whatever this process has started, at once: for the way out. */
export function killAll(): void {
  for (const child of running.values()) child.kill("SIGKILL");
}

/**
 * Starts a target on its folder inside `folder`, on a free port of loopback. Its output goes to a file: with a pipe the
 * load process would read the product's log. Throws with the end of that log if it does not start.
 */
export async function start(name: TargetName, folder: string, articles: number): Promise<Target> {
  const script = name === "product" ? PROGRAMS.demo : `test/bench/${name}/main.ts`;
  const data = join(folder, files[name]);
  if (name !== "product") mkdirSync(data, { recursive: true });
  const log = openSync(logOf(name, folder), "w");
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [script, ...(name === "product" ? ["--articles", String(articles)] : [])],
    {
      cwd: project,
      stdio: ["ignore", log, log],
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: "0",
        HTTPS_PORT: "off",
        MDNS: "off",
        DATA_DIR: data,
        JWT_SECRET_KEY: key,
      },
    },
  );
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be started`);
  running.set(pid, child);
  child.once("exit", () => running.delete(pid));
  const port = await readyPort(child, name, folder);
  const startMs = performance.now() - began;
  const readyMb = residentMb(pid);
  return {
    name,
    pid,
    port,
    startMs,
    readyMb,
    token: name === "product" ? await logIn(port) : await sign(key),
  };
}

async function readyPort(child: ChildProcess, name: TargetName, folder: string): Promise<number> {
  const deadline = performance.now() + startSeconds * 1000;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const found = /^ready http:\/\/127\.0\.0\.1:(\d+)/m.exec(readFileSync(logOf(name, folder), "utf8"));
    if (found !== null) return Number(found[1]);
    await sleep(1);
  }
  throw new Error(`${name} did not become ready:\n${lastOutput(name, folder)}`);
}

/** Logs the demo's Admin in. */
async function logIn(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/pwa-auth/login-password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userName: "admin", password: "admin-demo" }),
  });
  if (!response.ok) throw new Error(`the product's login: ${response.status} ${await response.text()}`);
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}

/** The end of a target's output. */
export function lastOutput(name: TargetName, folder: string): string {
  const file = logOf(name, folder);
  return existsSync(file) ? readFileSync(file, "utf8").slice(-2000) : "";
}

function logOf(name: TargetName, folder: string): string {
  return join(folder, `${name}.log`);
}

/** Stops a target in order (SIGTERM) and throws if it does not end. */
export async function stop({ pid, name }: Target): Promise<void> {
  const child = running.get(pid);
  if (child === undefined) throw new Error(`${name} ended by itself`);
  child.kill("SIGTERM");
  const deadline = performance.now() + stopSeconds * 1000;
  while (running.has(pid)) {
    if (performance.now() > deadline) throw new Error(`${name} did not stop within ${stopSeconds} s`);
    await sleep(1);
  }
}
