import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";

// A site of several machines on this one: each is a network namespace of its own, held by a `cat` that ends with its
// standard input, so with the test, however that ends; the kernel removes the rest.

const isRoot = process.getuid?.() === 0;
const NEEDS =
  "these tests make network namespaces: they need `ip` (Debian: iproute2), `unshare` and `nsenter` (util-linux), and the " +
  "right to use them, as root or by user namespaces";

/** A machine of the site. */
export interface Machine {
  /** The command before the words that is to run there. */
  readonly prefix: readonly string[];
  /** Plugs it into a network (`office`) as `interfaceName` with an address (`10.1.0.1/24`), or several. */
  plugIn(network: string, interfaceName: string, ...addresses: string[]): void;
  /** Runs `ip` there. */
  ip(...words: string[]): void;
  /** Runs a program there. */
  spawn(words: readonly string[], environment?: Record<string, string>): ChildProcess;
}

export interface Site {
  machine(): Promise<Machine>;
  /** From now on, or no longer, the network carries no multicast to and from this machine, as some Wi-Fi does. */
  multicast(machine: Machine, interfaceName: string, way: "on" | "off"): void;
  /** Ends the programs on the machines, then the site. */
  close(): Promise<void>;
}

/** Creates an empty site. Throws with the missing part where this machine can't. */
export async function createSite(): Promise<Site> {
  const holders: ChildProcess[] = [];
  const programs: ChildProcess[] = [];
  const networks = new Set<string>();
  const machines = new Map<Machine, number>();
  const hold = async (words: readonly string[]) => {
    const [command = "", ...rest] = words;
    const holder = spawn(command, rest, { stdio: ["pipe", "pipe", "pipe"] });
    holders.push(holder);
    holder.stdin?.write("held\n");
    let complaint = "";
    holder.stderr?.on("data", (bytes) => {
      complaint += bytes;
    });
    const failed = once(holder, "error").then(([error]) => String(error));
    const ended = once(holder, "close").then(() => complaint);
    const outcome = await Promise.race([once(holder.stdout, "data").then(() => null), failed, ended]);
    if (outcome !== null || holder.pid === undefined) throw new Error(`${NEEDS}: ${outcome}`);
    return holder.pid;
  };
  const enter = (pid: number) => {
    const who = isRoot ? [] : ["--user", "--preserve-credentials"];
    return ["nsenter", "--target", String(pid), ...who, "--net"];
  };
  const wires = await hold(["unshare", ...(isRoot ? [] : ["--user", "--map-root-user"]), "--net", "cat"]);
  const wire = (...words: string[]) => run([...enter(wires), "ip", ...words]);

  const wireName = (machine: Machine, interfaceName: string) =>
    `${interfaceName.slice(0, 6)}x${machines.get(machine)}`;
  async function machine(): Promise<Machine> {
    const pid = await hold([
      ...enter(wires).slice(0, -1),
      ...(isRoot ? ["--net"] : []),
      "unshare",
      "--net",
      "cat",
    ]);
    const prefix = enter(pid);
    const made: Machine = {
      prefix,
      plugIn(network, interfaceName, ...addresses) {
        if (!networks.has(network)) {
          networks.add(network);
          // Without this the bridge waits for listeners to join first.
          wire("link", "add", network, "type", "bridge", "mcast_snooping", "0");
          wire("link", "set", network, "up");
        }
        const outside = wireName(made, interfaceName);
        wire("link", "add", outside, "type", "veth", "peer", "name", interfaceName, "netns", String(pid));
        wire("link", "set", outside, "master", network, "up");
        for (const address of addresses) made.ip("address", "add", address, "dev", interfaceName);
        made.ip("link", "set", interfaceName, "up");
      },
      ip: (...words) => run([...prefix, "ip", ...words]),
      spawn(words, environment = {}) {
        const [command = "", ...rest] = [...prefix, ...words];
        const env = { ...MINIMAL_ENVIRONMENT, ...environment };
        const program = spawn(command, rest, { env, stdio: ["pipe", "pipe", "pipe"] });
        programs.push(program);
        return program;
      },
    };
    machines.set(made, pid);
    made.ip("link", "set", "lo", "up");
    return made;
  }

  return {
    machine,
    multicast(which, interfaceName, way) {
      const port = wireName(which, interfaceName);
      wire("link", "set", port, "type", "bridge_slave", "mcast_flood", way);
    },
    async close() {
      for (const program of programs) program.kill("SIGKILL");
      for (const holder of holders) holder.stdin?.end();
      const left = [...programs, ...holders].filter(
        (one) => one.exitCode === null && one.signalCode === null,
      );
      await Promise.all(left.map((one) => once(one, "exit")));
    },
  };
}

function run(words: readonly string[]): void {
  const [command = "", ...rest] = words;
  try {
    execFileSync(command, rest, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    throw new Error(`${NEEDS}: ${error instanceof Error ? error.message : error}`);
  }
}
