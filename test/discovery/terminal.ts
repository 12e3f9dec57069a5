import { createInterface } from "node:readline";
import type { Machine, Site } from "./site.ts";
import type { Order } from "./terminal-process.ts";

const PROCESS = `${import.meta.dirname}/terminal-process.ts`;
const DEADLINE_MS = 30_000;
const AGAIN_MS = 100;

/** A received DNS record, and its sender. */
export interface Answers {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly flush: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each type of record has data of its own
  readonly data: any;
  readonly from: string;
}

interface Told {
  readonly ready?: true;
  readonly received?: readonly Omit<Answers, "from">[];
  readonly asked?: readonly string[];
  readonly single?: string;
  readonly from?: string;
  readonly fetched?: string;
  readonly status?: number;
  readonly certificate?: string;
  readonly said?: true;
}

/** A terminal in one network: a resolver without knowledge of the server. */
export class Terminal {
  readonly #child;
  readonly #told: Told[] = [];
  #complaint = "";

  /** Starts it on a machine; it speaks and listens in the network of `address`. */
  constructor(machine: Machine, address: string) {
    this.#child = machine.spawn([process.execPath, PROCESS, address]);
    this.#child.stderr?.on("data", (bytes) => {
      this.#complaint += bytes;
    });
    if (!this.#child.stdout) throw new Error("a terminal without an output");
    createInterface(this.#child.stdout).on("line", (line) => this.#told.push(JSON.parse(line) as Told));
  }

  order(order: Order): void {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
  }

  /** All received records, oldest first. */
  get received(): Answers[] {
    return this.#told.flatMap(({ received, from }) =>
      (received ?? []).map((record) => ({ ...record, from: from ?? "" })),
    );
  }

  /** How often `address` has queried a name. */
  questions(address: string, name: string): number {
    return this.#told.filter(({ asked, from }) => from === address && asked?.includes(name)).length;
  }

  /** Whether it has sent its packets. */
  get isDone(): boolean {
    return this.#told.some(({ said }) => said);
  }

  /** The packets that arrived at the other port, as hexadecimal digits. */
  get single(): string[] {
    return this.#told.flatMap(({ single }) => single ?? []);
  }

  /** Forgets all received records. */
  forget(): void {
    this.#told.length = 0;
  }

  /** Waits until `found` returns a value, repeating `order` meanwhile. */
  async until<T>(what: string, found: () => T | null | undefined | false, order?: Order): Promise<T> {
    const end = performance.now() + DEADLINE_MS;
    while (performance.now() < end) {
      if (order) this.order(order);
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      const it = found();
      if (it) return it;
    }
    throw new Error(`${what}: never; heard: ${JSON.stringify(this.received.slice(-10))} ${this.#complaint}`);
  }

  ready(): Promise<unknown> {
    return this.until("ready", () => this.#told.some(({ ready }) => ready));
  }

  /** Queries until a record of this name and type arrives that also matches the condition. */
  find(name: string, type: string, wanted: (record: Answers) => boolean = () => true): Promise<Answers> {
    const isIt = (one: Answers) =>
      one.name.toLowerCase() === name.toLowerCase() && one.type === type && one.ttl > 0 && wanted(one);
    const questions = [{ name, type: type as "A" }];
    return this.until(`${type} ${name}`, () => this.received.findLast(isIt), { ask: { questions } });
  }

  /** The status of GET `url`, repeated while the connection is refused. */
  async get(url: string): Promise<number> {
    return this.until(
      `GET ${url}`,
      () => this.#told.find(({ fetched, status }) => fetched === url && status)?.status,
      {
        fetch: url,
      },
    );
  }

  /** Waits until the certificate at `address` (with port) is for `name`. */
  async certificateFor(name: string, address: string): Promise<void> {
    const isIt = ({ certificate }: Told) => certificate?.split(", ").includes(`DNS:${name}`);
    await this.until(`a certificate for ${name}`, () => this.#told.some(isIt), { certificateAt: address });
  }
}

/** A terminal on a machine of its own, plugged into a network of the site. */
export async function startTerminal(site: Site, network: string, address: string): Promise<Terminal> {
  const machine = await site.machine();
  machine.plugIn(network, "eth0", `${address}/24`);
  const terminal = new Terminal(machine, address);
  await terminal.ready();
  return terminal;
}
