import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { ensureSetupCode } from "../../src/access/setup/setup.ts";
import { findUserByName } from "../../src/access/users/users.ts";
import { type RunningMachine, startMachine } from "../../src/app/machine.ts";
import type { ApplianceOptions } from "../../src/app/runtime.ts";
import { type Environment, readConfig } from "../../src/platform/config.ts";
import { makeLog } from "../../src/platform/log.ts";
import { Client } from "../harness/client.ts";
import { copyDataFolder } from "../harness/demo-copy.ts";
import { loadCheck } from "../harness/description.ts";
import { eventually } from "../harness/eventually.ts";
import { freePort } from "../harness/free-port.ts";

// A machine that can't go on ends its process, which is the test's: the reason stands in the output then.
const LOG = makeLog("fatal");

/** A machine in this process, with a data folder of its own and fixed ports. */
export interface TestMachine {
  readonly folder: string;
  readonly url: string;
  readonly machine: RunningMachine;
  /** A client with an access token of this user, and without a check of the API's description. */
  as(userName: string): Promise<Client>;
  readonly anonymous: Client;
  /** Stops it; `start` starts it again on its folder. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Listens for its peer on another port from the next start on, where the peer does not find it. */
  movePeerPort(): Promise<void>;
}

/** Starts a machine on a copy of the demo's folder, or of an empty one. It is stopped when the test ends. */
export async function startTestMachine(
  kind: "demo" | "empty",
  more: Pick<ApplianceOptions, "upgradePlaces"> = {},
): Promise<TestMachine> {
  const demoFolder = inject("demoFolder");
  const folder = mkdtempSync(join(dirname(demoFolder), "machine-"));
  copyDataFolder(kind === "demo" ? demoFolder : inject("emptyFolder"), folder);
  let peerPort = await freePort();
  const environment: Environment = {
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    HTTPS_PORT: "off",
    MDNS_ENABLED: "false",
    STORAGE_RESERVE_MEGABYTES: "1",
    DATA_DIR: folder,
  };
  const begin = () =>
    startMachine(() => ({
      ...readConfig({ ...environment, STANDBY_PORT: String(peerPort) }),
      log: LOG,
      ...more,
    }));
  let machine: RunningMachine | null = await begin();
  const demand = () => {
    if (machine === null) throw new Error("the machine is stopped");
    return machine;
  };
  const url = demand().url;
  const check = await loadCheck(url);
  const test: TestMachine = {
    folder,
    url,
    get machine() {
      return demand();
    },
    async as(userName) {
      const appliance = await eventually(() => {
        const running = demand().appliance;
        if (running === null) throw new Error("the machine is no server now");
        return running;
      });
      const { storage, tokens } = appliance.dependencies;
      const user = findUserByName(storage.db, userName);
      if (user === null) throw new Error(`no user ${userName}`);
      const authTime = Math.floor(Date.now() / 1000);
      return new Client(url, (await tokens.issue({ user, device: null, authTime })).accessToken, check);
    },
    get anonymous() {
      return new Client(url, null, check);
    },
    async stop() {
      await machine?.stop();
      machine = null;
    },
    async movePeerPort() {
      peerPort = await freePort();
    },
    async start() {
      if (machine !== null) throw new Error("the machine runs");
      machine = await begin();
    },
  };
  onTestFinished(async () => {
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return test;
}

/** Makes `standby` the standby of `primary`. Returns the code that promotes it. */
export async function joinPair(primary: TestMachine, standby: TestMachine): Promise<string> {
  const admin = await primary.as("admin");
  const pairing = await admin.post("/api/standby/pairing", {});
  if (pairing.status !== 201)
    throw new Error(`no pairing: ${pairing.status} ${JSON.stringify(pairing.body)}`);
  const code = ensureSetupCode(standby.folder);
  const joined = await standby.anonymous.post("/api/setup/standby", { code, pairing: pairing.body.text });
  if (joined.status !== 201) throw new Error(`not joined: ${joined.status} ${JSON.stringify(joined.body)}`);
  await until(async () => (await stateOf(standby))["isWhole"] === true);
  await until(async () => (await adminStateOf(primary))["lagMs"] === 0);
  return pairing.body.promotionCode;
}

/** Starts a server on the demo's data with its standby. `code` promotes the standby. */
export async function startPair(): Promise<{ primary: TestMachine; standby: TestMachine; code: string }> {
  const primary = await startTestMachine("demo");
  const standby = await startTestMachine("empty");
  return { primary, standby, code: await joinPair(primary, standby) };
}

/** Waits until the condition holds. */
export function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  return eventually(async () => {
    if (!(await condition())) throw new Error(`it does not hold: ${condition}`);
  });
}

/** The state that a standby shows to everybody. */
export async function stateOf(machine: TestMachine): Promise<Record<string, unknown>> {
  const response = await fetch(`${machine.url}/api/standby`).catch(() => null);
  return response?.ok ? ((await response.json()) as Record<string, unknown>) : {};
}

/** The state that a primary shows to an Admin. */
export async function adminStateOf(machine: TestMachine): Promise<Record<string, unknown>> {
  return (await (await machine.as("admin")).get("/api/standby")).body;
}

/** Adds a location, which is a write as any other. */
export async function addLocation(machine: TestMachine, name: string): Promise<number> {
  const { status } = await (await machine.as("admin")).post("/api/locations", { name });
  return status;
}

/** Waits until the standby has everything. */
export async function untilSame(primary: TestMachine): Promise<void> {
  await until(async () => {
    const { lagMs, lagBytes, hasPhotos } = await adminStateOf(primary);
    return lagMs === 0 && lagBytes === 0 && hasPhotos === true;
  });
}
