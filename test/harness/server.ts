import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, inject, onTestFinished } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import { type Appliance, startAppliance } from "../../src/app/appliance.ts";
import type { ConnectionLimits } from "../../src/http/server/connections.ts";
import { completeConfirmedRestore } from "../../src/ops/backup/restore/swap.ts";
import type { BackupServiceOptions } from "../../src/ops/backup/targets/service.ts";
import { launcher } from "../../src/ops/programs/launcher.ts";
import type { Machine } from "../../src/ops/tls/machine.ts";
import type { UpgradePlaces } from "../../src/ops/upgrade/places.ts";
import { type Environment, readConfig } from "../../src/platform/config.ts";
import type { RequestLimits } from "../../src/platform/limits.ts";
import { type Log, makeLog } from "../../src/platform/log.ts";
import { type QueueLimits, queueLimits } from "../../src/printing/queue/limits.ts";
import type { DispatchOptions } from "../../src/webhooks/dispatch.ts";
import { Client } from "./client.ts";
import { createClock, type TestClock } from "./clock.ts";
import { copyDataFolder } from "./demo-copy.ts";
import { loadCheck } from "./description.ts";
import { ANY_LOCAL_PRINTER } from "./printer-settings.ts";

// At a low priority a process gets hardly any time on a busy machine.
launcher.priority = [];

export interface TestServer {
  readonly appliance: Appliance;
  readonly url: string;
  readonly folder: string;
  /** Clients of the demo's users of these names, with tokens that are issued when they are needed. */
  readonly admin: Client;
  readonly manager: Client;
  readonly user: Client;
  /** The Admin of another tenant. */
  readonly admin2: Client;
  /** A client with an access token of this demo user that is issued now. */
  as(userName: string): Promise<Client>;
  /** An access token of this demo user. */
  tokenOf(userName: string): Promise<string>;
  /** A client with this token. */
  withToken(token: string): Client;
  readonly anonymous: Client;
  /** Stops the server and starts it again on the same folder. */
  restart(settings?: Environment): Promise<void>;
  stop(): Promise<void>;
  /** Stops the server and keeps its folder, for `restart`. */
  halt(): Promise<void>;
}

export interface ServerOptions {
  readonly settings?: Environment;
  readonly clock?: TestClock;
  readonly log?: Log;
  /** Other names and addresses than those of this machine. */
  readonly machine?: Machine;
  /** Where root and the service meet for an upgrade. */
  readonly upgradePlaces?: UpgradePlaces;
  /** Shorter waits in the print queue. */
  readonly printLimits?: Partial<QueueLimits>;
  /** Fewer connections, and shorter request timeouts. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Other addresses and shorter times of webhooks. */
  readonly webhooks?: Partial<DispatchOptions>;
  /** Shorter delays of scheduled backups. */
  readonly backups?: BackupServiceOptions;
  /** Lower limits of requests. */
  readonly requestLimits?: Partial<RequestLimits>;
  /** Milliseconds of a slice of a job at most; 0: each unit of work is a transaction of its own. */
  readonly sliceMs?: number;
  /** No data: the state after the first start. Otherwise the demo's warehouse of 500 articles. */
  readonly empty?: boolean;
  /** No database before the first start, which takes 60 ms longer than `empty`. */
  readonly isUnpacked?: boolean;
  /** A folder that a stopped server has left, at a third of the CPU time of `from`; the demo's by default. */
  readonly stopped?: string;
  /** A copy of this folder, made by `cp` while another server uses it. */
  readonly from?: string;
  /** Runs until `stop` is called; by default until the test ends. */
  readonly keep?: boolean;
}

const copy = promisify(execFile);

/** Pause of a job after an error. */
export const JOB_RETRY_MS = 10;

/** First pause of the delivery to the head office after an error. */
const OFFICE_RETRY_MS = 20;

/** Pause of the sealing of a record after an error. */
const SEAL_RETRY_MS = 20;

/** Time between two reads of the head office's master data. */
const MASTER_DATA_POLL_MS = 100;

/** Shared by all servers of this process: each log flushes twice a second as long as its process runs. */
const SILENT = makeLog("silent");

/** Starts the real server on a data folder of its own, on a free port. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { server, start } = createServer(options);
  await start();
  if (!options.keep) onTestFinished(() => server.stop());
  return server;
}

/** A server whose clock the test moves. */
export async function startServerWithClock(
  options: ServerOptions = {},
): Promise<{ clock: TestClock; server: TestServer }> {
  const clock = createClock();
  return { clock, server: await startServer({ ...options, clock }) };
}

/** One server for all tests of a file. It runs from before the first one until after the last one. */
export function sharedServer(options: ServerOptions = {}): TestServer {
  const { server, start } = createServer(options);
  beforeAll(start);
  afterAll(() => server.stop());
  return server;
}

/** A server of its own for each test of a file. */
export function freshServer(options: ServerOptions = {}): TestServer {
  const { server, start } = createServer(options);
  beforeEach(start);
  afterEach(() => server.stop());
  return server;
}

/** The server before its start: only its clients can be read. */
function createServer(options: ServerOptions) {
  let folder: string;
  let appliance: Appliance;
  let check: Awaited<ReturnType<typeof loadCheck>>;
  let isRunning = false;
  const run = async (settings: Environment = {}) => {
    appliance = await startOn(folder, options, settings);
    isRunning = true;
  };
  const halt = async () => {
    if (!isRunning) return;
    isRunning = false;
    await appliance.stop();
  };
  const clientOf = (token: string | null | (() => Promise<string>)) =>
    new Client(
      () => appliance.url,
      token,
      (...response) => check(...response),
    );
  /** Issues a token at the first request, and another one after a restart or a move of the clock. */
  const lazyClient = (userName: string) => {
    let issued: { readonly by: Appliance; readonly at: number; readonly token: Promise<string> } | null =
      null;
    return clientOf(() => {
      const at = options.clock?.now() ?? 0;
      if (issued?.by !== appliance || issued.at !== at)
        issued = { by: appliance, at, token: server.tokenOf(userName) };
      return issued.token;
    });
  };
  const server: TestServer = {
    get appliance() {
      return appliance;
    },
    get url() {
      return appliance.url;
    },
    get folder() {
      return folder;
    },
    admin: lazyClient("admin"),
    manager: lazyClient("manager"),
    user: lazyClient("user"),
    admin2: lazyClient("admin2"),
    async tokenOf(userName) {
      const { storage, tokens } = appliance.dependencies;
      const user = findUserByName(storage.db, userName);
      if (user === null) throw new Error(`no user ${userName}`);
      return (await tokens.issue({ user, device: null, authTime: null })).accessToken;
    },
    as: async (userName) => clientOf(await server.tokenOf(userName)),
    withToken: clientOf,
    anonymous: clientOf(null),
    halt,
    async restart(settings) {
      await halt();
      options.clock?.restart();
      await run(settings);
    },
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const start = async () => {
    folder = await createDataFolder(options);
    await run();
    check = await loadCheck(appliance.url);
  };
  return { server, start };
}

/** The demo is filled once for all tests (test/harness/demo-folder.ts), and removes the folders that tests leave beside it. */
async function createDataFolder(options: ServerOptions): Promise<string> {
  const demoFolder = inject("demoFolder");
  const folder = mkdtempSync(join(dirname(demoFolder), "data-"));
  if (options.from !== undefined) await copyLive(options.from, folder);
  else if (!options.isUnpacked)
    copyDataFolder(options.stopped ?? (options.empty ? inject("emptyFolder") : demoFolder), folder);
  return folder;
}

/** Copies a folder in use. An unfinished file may go while it is copied, of which `cp` complains at its end (docs/operate/data-folder.md). */
async function copyLive(from: string, to: string): Promise<void> {
  try {
    await copy("cp", ["-r", `${from}/.`, to]);
  } catch (error) {
    const { stderr = "" } = error as { readonly stderr?: string };
    const complaints = stderr.split("\n").filter((line) => line !== "");
    const areHarmless = complaints.every((line) =>
      /\/new-[^/']*'(?: for reading)?: No such file or directory$/.test(line),
    );
    if (complaints.length === 0 || !areHarmless) throw error;
  }
}

async function startOn(folder: string, options: ServerOptions, settings: Environment): Promise<Appliance> {
  await completeConfirmedRestore(folder);
  const environment = {
    HOST: "127.0.0.1",
    PORT: "0",
    HTTPS_PORT: "off",
    STORAGE_RESERVE_MEGABYTES: "1",
    ...ANY_LOCAL_PRINTER,
    ...options.settings,
    ...settings,
  };
  return startAppliance({
    ...readConfig({ ...environment, DATA_DIR: folder }),
    ...(options.clock && { clock: options.clock }),
    log: options.log ?? SILENT,
    ...(options.connectionLimits && { connectionLimits: options.connectionLimits }),
    ...(options.requestLimits && { requestLimits: options.requestLimits }),
    ...(options.webhooks && { webhooks: options.webhooks }),
    ...(options.backups && { backups: options.backups }),
    ...(options.sliceMs !== undefined && { sliceMs: options.sliceMs }),
    jobRetryMs: JOB_RETRY_MS,
    officeRetryMs: OFFICE_RETRY_MS,
    sealRetryMs: SEAL_RETRY_MS,
    masterDataPollMs: MASTER_DATA_POLL_MS,
    ...(options.machine && { machine: options.machine }),
    ...(options.upgradePlaces && { upgradePlaces: options.upgradePlaces }),
    ...(options.printLimits && { printLimits: { ...queueLimits(480, 15), ...options.printLimits } }),
  });
}

declare module "vitest" {
  interface ProvidedContext {
    demoFolder: string;
    /** A folder whose database has tables and no rows. */
    emptyFolder: string;
  }
}
