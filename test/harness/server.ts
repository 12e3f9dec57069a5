import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { inject, onTestFinished } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import { type Appliance, startAppliance } from "../../src/app/appliance.ts";
import type { ConnectionLimits } from "../../src/http/server/connection-pool.ts";
import { launcher } from "../../src/ops/backup/restic/launching/launcher.ts";
import { completeConfirmedRestore } from "../../src/ops/backup/restore/confirmed-restore.ts";
import type { BackupServiceOptions } from "../../src/ops/backup/targets/service.ts";
import type { Machine } from "../../src/ops/tls/machine.ts";
import type { UpgradePlaces } from "../../src/ops/upgrade/places.ts";
import { type Environment, readConfig } from "../../src/platform/config.ts";
import type { RequestLimits } from "../../src/platform/limits.ts";
import { type Log, makeLog } from "../../src/platform/log.ts";
import { type QueueLimits, queueLimits } from "../../src/printing/queue/limits.ts";
import type { DispatchOptions } from "../../src/webhooks/dispatcher.ts";
import { Client } from "./client.ts";
import type { TestClock } from "./clock.ts";
import { copyDataFolder } from "./demo-copy.ts";
import { loadCheck } from "./description.ts";
import { ANY_LOCAL_PRINTER } from "./printer-settings.ts";

// At a low priority a process gets hardly any time on a busy machine.
const PRIORITY = constants.priority.PRIORITY_NORMAL;
launcher.priority = [];

export interface TestServer {
  readonly appliance: Appliance;
  readonly url: string;
  readonly folder: string;
  /** A client with an access token of this demo user. */
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

const run = promisify(execFile);

/** Pause of a job after an error. */
export const JOB_RETRY_MS = 10;

/** First pause of the delivery to the head office after an error. */
const OFFICE_RETRY_MS = 20;

/** Time between two reads of the head office's master data. */
const MASTER_DATA_POLL_MS = 100;

/** Shared by all servers of this process: each log flushes twice a second as long as its process runs. */
const SILENT = makeLog("silent");

/** Starts the real server on a data folder of its own, on a free port. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  // The demo is filled once for all tests (test/harness/demo-folder.ts), and removes the folders that tests leave beside
  // it.
  const demoFolder = inject("demoFolder");
  const folder = mkdtempSync(join(dirname(demoFolder), "data-"));
  if (options.from !== undefined) await run("cp", ["-r", `${options.from}/.`, folder]);
  else if (!options.isUnpacked)
    copyDataFolder(options.stopped ?? (options.empty ? inject("emptyFolder") : demoFolder), folder);
  const environment = {
    HOST: "127.0.0.1",
    PORT: "0",
    HTTPS_PORT: "off",
    STORAGE_RESERVE_MEGABYTES: "1",
    ...ANY_LOCAL_PRINTER,
  };
  const start = async (settings: Environment = {}) => {
    await completeConfirmedRestore(folder);
    return startAppliance({
      ...readConfig({ ...environment, ...options.settings, ...settings, DATA_DIR: folder }),
      ...(options.clock && { clock: options.clock }),
      log: options.log ?? SILENT,
      ...(options.connectionLimits && { connectionLimits: options.connectionLimits }),
      ...(options.requestLimits && { requestLimits: options.requestLimits }),
      ...(options.webhooks && { webhooks: options.webhooks }),
      ...(options.backups && { backups: options.backups }),
      ...(options.sliceMs !== undefined && { sliceMs: options.sliceMs }),
      jobRetryMs: JOB_RETRY_MS,
      officeRetryMs: OFFICE_RETRY_MS,
      masterDataPollMs: MASTER_DATA_POLL_MS,
      checkPriority: PRIORITY,
      ...(options.machine && { machine: options.machine }),
      ...(options.upgradePlaces && { upgradePlaces: options.upgradePlaces }),
      ...(options.printLimits && { printLimits: { ...queueLimits(480, 15), ...options.printLimits } }),
    });
  };
  let appliance = await start();
  let isRunning = true;
  const check = await loadCheck(appliance.url);
  const stop = async () => {
    if (!isRunning) return;
    isRunning = false;
    await appliance.stop();
  };
  const server: TestServer = {
    get appliance() {
      return appliance;
    },
    get url() {
      return appliance.url;
    },
    folder,
    async tokenOf(userName) {
      const { storage, tokens } = appliance.dependencies;
      const user = findUserByName(storage.db, userName);
      if (user === null) throw new Error(`no user ${userName}`);
      return (await tokens.issue({ user, device: null, authTime: null })).accessToken;
    },
    as: async (userName) => new Client(appliance.url, await server.tokenOf(userName), check),
    withToken: (token) => new Client(appliance.url, token, check),
    get anonymous() {
      return new Client(appliance.url, null, check);
    },
    halt: stop,
    async restart(settings) {
      await stop();
      options.clock?.restart();
      appliance = await start(settings);
      isRunning = true;
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (!options.keep) onTestFinished(() => server.stop());
  return server;
}

declare module "vitest" {
  interface ProvidedContext {
    demoFolder: string;
    /** A folder whose database has tables and no rows. */
    emptyFolder: string;
  }
}
