import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PROGRAMS } from "../../harness/programs.ts";
import { logIn } from "../../torture/call.ts";
import { newestGeneration } from "../../torture/check/newest.ts";
import type { Amount, Figures } from "./callers.ts";
import { measureCounts } from "./counts.ts";

/** A program whose durable writes are measured. */
export interface Subject {
  readonly name: SubjectName;
  measure(amount: Amount): Promise<Figures>;
  stop(): void;
}

export const subjectNames = ["storage", "bare", "product over HTTP", "bare over HTTP"] as const;
export type SubjectName = (typeof subjectNames)[number];

/** Where a subject works: the demo's folder to copy, an own folder, the environment that makes its disk slow. */
export interface Place {
  readonly demo: string;
  readonly own: string;
  readonly environment: Readonly<Record<string, string>>;
}

const HERE = import.meta.dirname;
/** Starts a subject on a copy of the demo's data. */
export async function startSubject(name: SubjectName, { demo, own, environment }: Place): Promise<Subject> {
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const folder = join(own, "data");
  cpSync(demo, folder, { recursive: true });
  const database = join(folder, newestGeneration(folder));
  const settings = { ...process.env, ...environment, SHIM_FOLDER: folder };
  switch (name) {
    case "storage":
      return inside(name, fork(join(HERE, "storage.ts"), [folder], { env: settings }));
    case "bare":
      return inside(name, fork(join(HERE, "bare.ts"), [database], { env: settings }));
    case "product over HTTP":
      return outside(name, own, [PROGRAMS.server], {
        ...settings,
        DATA_DIR: folder,
        HOST: "127.0.0.1",
        PORT: "0",
        HTTPS_PORT: "off",
        MDNS_ENABLED: "false",
        LOG_LEVEL: "error",
      });
    case "bare over HTTP":
      return outside(name, own, [join(HERE, "bare-http.ts"), database], settings);
  }
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

async function inside(name: SubjectName, child: ChildProcess): Promise<Subject> {
  running.add(child);
  await once(child, "message");
  return {
    name,
    async measure(amount) {
      child.send(amount);
      const [figures] = await once(child, "message");
      return figures;
    },
    stop: () => child.kill("SIGKILL"),
  };
}

async function outside(
  name: SubjectName,
  own: string,
  script: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Subject> {
  const stalls = join(own, "stalls");
  const child = spawn(process.execPath, ["--import", join(HERE, "stalls.ts"), ...script], {
    env: { ...environment, STALLS: stalls },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const url = await readyAt(child);
  const token = name === "product over HTTP" ? await logIn(url) : "";
  const longestStall = async () => {
    rmSync(stalls, { force: true });
    child.kill("SIGUSR2");
    while (!existsSync(stalls) || readFileSync(stalls, "utf8") === "") await sleep(1);
    return Number(readFileSync(stalls, "utf8"));
  };
  return {
    name,
    async measure(amount) {
      await longestStall();
      const figures = await measureCounts(url, token, amount);
      const stallMs = await longestStall();
      return { ...figures, stallMs };
    },
    stop: () => child.kill("SIGKILL"),
  };
}

async function readyAt(child: ChildProcess): Promise<string> {
  let output = "";
  for await (const piece of child.stdout ?? []) {
    output += piece;
    const url = /^ready (\S+)$/m.exec(output)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`a program of the bench did not start: ${output}`);
}
