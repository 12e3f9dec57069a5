import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, inject, onTestFinished, test } from "vitest";
import { Client } from "../harness/client.ts";
import { copyDataFolder } from "../harness/demo-copy.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { startServiceManager } from "../service/service-manager.ts";
import { beginAndRead, confirm, namesIn } from "./console-restores.ts";

interface Process {
  readonly child: ChildProcess;
  readonly folder: string;
  /** The URL of the next `ready` line. */
  ready(): Promise<string>;
}

/** Starts the server as a process on a copy of the demo's data. */
function startProcess(environment: Readonly<Record<string, string>> = {}): Process {
  const folder = join(createFolder(), "data");
  copyDataFolder(inject("demoFolder"), folder);
  const child = spawn(process.execPath, [PROGRAMS.server], {
    env: {
      ...process.env,
      ...{ DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", HTTPS_PORT: "off", LOG_LEVEL: "error" },
      ...{ MDNS_ENABLED: "false", RESTORE_FOLDERS: dirname(folder) },
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  return {
    child,
    folder,
    async ready() {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error("the server ended before it was ready");
        const url = /^ready (http:\S+)$/.exec(value)?.[1];
        if (url !== undefined) return url;
      }
    },
  };
}

async function logIn(url: string): Promise<Client> {
  const anonymous = new Client(url, null, () => {});
  const { body } = await anonymous.post("/api/pwa-auth/login-password", {
    userName: "admin",
    password: "admin-demo",
  });
  return new Client(url, body.accessToken, () => {});
}

/** Confirms the restore of a copy of the stopped demo's folder. */
async function restoreCopy({ folder }: Process, url: string): Promise<void> {
  const copy = join(dirname(folder), "copy");
  cpSync(inject("demoFolder"), copy, { recursive: true });
  const admin = await logIn(url);
  expect((await beginAndRead(admin, copy)).state).toBe("ready");
  expect((await confirm(admin)).body).toMatchObject({ state: "confirmed", isRestarting: true });
}

test("without a service manager the server starts again in its process, with the restored data, and still stops at a signal", async () => {
  const server = startProcess();
  await restoreCopy(server, await server.ready());
  const url = await server.ready();
  const admin = await logIn(url);
  expect((await admin.get("/api/restore-confirmation")).status).toBe(200);
  expect(namesIn(server.folder, "before-")).toHaveLength(1);
  const ended = once(server.child, "exit");
  server.child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("under a service manager the server ends with status 0 and is started again", async () => {
  const manager = await startServiceManager();
  const server = startProcess(manager.environment);
  const url = await server.ready();
  const ended = once(server.child, "exit");
  await restoreCopy(server, url);
  expect(await ended).toEqual([0, null]);
  expect(namesIn(server.folder, "swapping-")).toHaveLength(1);
});
