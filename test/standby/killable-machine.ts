import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerProcess, startServerProcess } from "../torture/server-process.ts";

/** A machine of the round: a process that is killed and started again on its folder and ports. */
export class KillableMachine {
  readonly folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ServerProcess | null = null;

  constructor(folder: string, port: number, standbyPort: number) {
    this.folder = folder;
    this.#settings = { PORT: String(port), STANDBY_PORT: String(standbyPort) };
  }

  get url(): string {
    return `http://127.0.0.1:${this.#settings["PORT"]}`;
  }

  async start(): Promise<void> {
    this.#process = await startServerProcess(this.folder, this.#settings);
  }

  async kill(): Promise<void> {
    await this.#process?.end("SIGKILL");
    this.#process = null;
  }

  /** As a pulled cable: it neither answers nor notices. */
  async freeze(ms: number): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    process.kill(pid, "SIGSTOP");
    await sleep(ms);
    process.kill(pid, "SIGCONT");
  }
}

/** Ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((done) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            done(address !== null && typeof address === "object" ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))));
  return ports;
}
