import { createInterface } from "node:readline";
import type { Machine, Site } from "./network-namespaces.ts";
import type { Command } from "./terminal-process.ts";

const PROCESS = `${import.meta.dirname}/terminal-process.ts`;
const DEADLINE_MS = 30_000;
const RETRY_MS = 100;

/** A received DNS record, and its sender. */
export interface ReceivedRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly flush: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each type of record has data of its own
  readonly data: any;
  readonly from: string;
}

/** A line of the process: its state, a received packet, or the result of a command. */
interface Report {
  readonly ready?: true;
  readonly received?: readonly Omit<ReceivedRecord, "from">[];
  readonly single?: string;
  readonly from?: string;
  readonly fetched?: string;
  readonly status?: number;
  readonly certificate?: string;
  readonly responded?: true;
  readonly probed?: string;
}

/** A terminal in one network: a resolver without knowledge of the server. */
export class Terminal {
  readonly #child;
  readonly #reports: Report[] = [];
  #errorOutput = "";

  /** Starts it on a machine. It sends and receives in the network of `address`. */
  constructor(machine: Machine, address: string) {
    this.#child = machine.spawn([process.execPath, PROCESS, address]);
    this.#child.stderr?.on("data", (bytes) => {
      this.#errorOutput += bytes;
    });
    if (!this.#child.stdout) throw new Error("a terminal without an output");
    createInterface(this.#child.stdout).on("line", (line) => this.#reports.push(JSON.parse(line) as Report));
  }

  /** Sends a command to the process. */
  send(command: Command): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** All received records, oldest first. */
  get received(): ReceivedRecord[] {
    return this.#reports.flatMap(({ received, from }) =>
      (received ?? []).map((record) => ({ ...record, from: from ?? "" })),
    );
  }

  /** The names in the received probes. */
  get probed(): string[] {
    return this.#reports.flatMap(({ probed }) => probed ?? []);
  }

  /** Whether it has sent a response. */
  get isDone(): boolean {
    return this.#reports.some(({ responded }) => responded);
  }

  /** The packets that arrived at the other port, as hexadecimal digits. */
  get single(): string[] {
    return this.#reports.flatMap(({ single }) => single ?? []);
  }

  /** Clears the received records. */
  clear(): void {
    this.#reports.length = 0;
  }

  /** Waits until `found` returns a value, repeating `command` meanwhile. */
  async until<T>(
    description: string,
    found: () => T | null | undefined | false,
    command?: Command,
  ): Promise<T> {
    const end = performance.now() + DEADLINE_MS;
    while (performance.now() < end) {
      if (command) this.send(command);
      // allow pause: between a command and the look at its answers, repeated until there is one
      await new Promise((done) => setTimeout(done, RETRY_MS));
      const value = found();
      if (value) return value;
    }
    throw new Error(
      `${description}: never; received: ${JSON.stringify(this.received.slice(-10))} ${this.#errorOutput}`,
    );
  }

  waitUntilReady(): Promise<unknown> {
    return this.until("ready", () => this.#reports.some(({ ready }) => ready));
  }

  /** Queries until a record of this name and type arrives that also matches the condition. */
  find(
    name: string,
    type: string,
    wanted: (record: ReceivedRecord) => boolean = () => true,
  ): Promise<ReceivedRecord> {
    const isMatch = (record: ReceivedRecord) =>
      record.name.toLowerCase() === name.toLowerCase() &&
      record.type === type &&
      record.ttl > 0 &&
      wanted(record);
    const questions = [{ name, type: type as "A" }];
    return this.until(`${type} ${name}`, () => this.received.findLast(isMatch), { query: { questions } });
  }

  /** The status of GET `url`, repeated while the connection is refused. */
  async get(url: string): Promise<number> {
    return this.until(
      `GET ${url}`,
      () => this.#reports.find(({ fetched, status }) => fetched === url && status)?.status,
      {
        fetch: url,
      },
    );
  }

  /** Waits until the certificate at `address` (with port) is for `name`. */
  async certificateFor(name: string, address: string): Promise<void> {
    const isMatch = ({ certificate }: Report) => certificate?.split(", ").includes(`DNS:${name}`);
    await this.until(`a certificate for ${name}`, () => this.#reports.some(isMatch), {
      certificateAt: address,
    });
  }
}

/** A terminal on a machine of its own, plugged into a network of the site. */
export async function startTerminal(site: Site, network: string, address: string): Promise<Terminal> {
  const machine = await site.machine();
  machine.plugIn(network, "eth0", `${address}/24`);
  const terminal = new Terminal(machine, address);
  await terminal.waitUntilReady();
  return terminal;
}
