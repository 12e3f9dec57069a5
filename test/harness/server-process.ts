import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { readPorts, writePorts } from "../../src/demo/printer-ports.ts";
import { Client } from "./client.ts";
import { copyDataFolder } from "./demo-copy.ts";
import { type DemoProcess, startDemo } from "./demo-process.ts";
import { loadCheck } from "./description.ts";
import { freePorts } from "./free-port.ts";
import { NORMAL_PRIORITY } from "./programs.ts";

/** The demo in a process that can be killed and restarted, on the same folder and at the same URL. */
export interface ServerProcess {
  readonly url: string;
  readonly folder: string;
  /** A client of this demo user. Its token survives the process. */
  as(userName: string): Promise<Client>;
  /** Kills the process, as a power cut does. */
  kill(): Promise<void>;
  /** Starts the process again after a kill. */
  start(): Promise<void>;
}

export interface ServerProcessOptions {
  /** The number of articles of a new warehouse. Without it a copy of the tests' demo is used (500, a second faster). */
  readonly articles?: number;
}

/** Starts a server in a process of its own, ended when the test ends. */
export async function startServerProcess({ articles }: ServerProcessOptions = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-process-"));
  let demo: DemoProcess | null = null;
  const kill = async () => {
    await demo?.end("SIGKILL");
    demo = null;
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  });
  if (articles === undefined) {
    copyDataFolder(inject("demoFolder"), folder);
    await moveVirtualPrinters(folder);
  }
  const args = articles === undefined ? [] : ["--articles", String(articles)];
  demo = await startDemo(folder, { args, settings: NORMAL_PRIORITY });
  const { url } = demo;
  const check = await loadCheck(url);
  return {
    url,
    folder,
    kill,
    async start() {
      if (demo) throw new Error("the server runs: kill it first");
      demo = await startDemo(folder, { port: Number(new URL(url).port), settings: NORMAL_PRIORITY });
    },
    async as(userName) {
      const login = { userName, password: `${userName}-demo` };
      const { status, body } = await new Client(url, null, check).post("/api/pwa-auth/login-password", login);
      if (status !== 200) throw new Error(`${userName} may not log in: ${status}`);
      return new Client(url, body.accessToken, check);
    },
  };
}

/** Gives the virtual printers of a copy other ports: at those of the demo they would respond to the printers of all other copies. */
async function moveVirtualPrinters(folder: string): Promise<void> {
  const former = [...readPorts(folder, [])];
  const free = await freePorts(former.length);
  writePorts(folder, new Map(former.map(([name, ports], index) => [name, [...ports, free[index] ?? 0]])));
}
