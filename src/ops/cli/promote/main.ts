import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Config } from "../../../platform/config.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { parseArguments, reportFailure, scriptCommand, usageError } from "../../command-line.ts";
import { isInstalled, localUrl, readServerConfig } from "../../installation.ts";
import { readMembership } from "../../standby/membership/membership.ts";
import { SERVICE_PLACES } from "../../upgrade/places.ts";
import {
  type Address,
  addAddress,
  addressProblem,
  readAddress,
  removeAddress,
  saveAddress,
} from "../../upgrade/prepared-address.ts";

// Program of scripts/promote. Who may read the data folder may promote: the code is in it.

const USAGE = `${scriptCommand("promote")} [--forget | [--prepare] --address ADDRESS/BITS --interface NAME]`;
/** A large database is checked and copied once at the promotion. */
const PATIENCE_MS = 10 * 60_000;
const INTERVAL_MS = 500;

const Problem = z.object({ message: z.string() });

interface Options {
  readonly mode: "promote" | "prepare" | "prepared" | "forget";
  readonly address: Address | null;
}

/** `prepared` is for root's unit. */
const MODES = ["prepare", "prepared", "forget"] as const;

function readOptions(args: string[]): Options {
  const options = {
    address: { type: "string" },
    interface: { type: "string" },
    prepare: { type: "boolean" },
    prepared: { type: "boolean" },
    forget: { type: "boolean" },
  } as const;
  const given = parseArguments({ args, options }, USAGE).values;
  const { address, interface: networkInterface } = given;
  const [mode = "promote", ...others] = MODES.filter((name) => given[name]);
  if (others.length > 0) throw usageError(`--${mode} and --${others[0]} exclude each other.`, USAGE);
  const takesAddress = mode === "promote" || mode === "prepare";
  if (address === undefined && networkInterface === undefined && mode !== "prepare")
    return { mode, address: null };
  if (!takesAddress) throw usageError(`--${mode} takes no address.`, USAGE);
  if (address === undefined || networkInterface === undefined)
    throw usageError("Name the address and the interface.", USAGE);
  const problem = addressProblem({ address, networkInterface });
  if (problem !== null) throw usageError(problem, USAGE);
  return { mode, address: { address, networkInterface } };
}

/** Begins the promotion by a request to the running standby. */
async function promote(config: Config, hasAddress: boolean): Promise<void> {
  const membership = readMembership(config.dataFolder);
  if (membership === null) throw new StartupError(`${config.dataFolder}: this machine is no standby`);
  if (membership.role === "primary") return;
  if (membership.role === "superseded")
    throw new StartupError("this machine was a primary, and another one has taken over from it");
  if (membership.role === "promoting") return;
  const response = await fetch(`${localUrl(config)}/api/standby/promotion`, {
    method: "PUT",
    body: JSON.stringify({ code: membership.promotionCode, hasAddress }),
  }).catch(() => {
    throw new StartupError(`the standby does not run (${localUrl(config)}); start it first`);
  });
  if (response.ok) return;
  const problem = Problem.safeParse(await response.json());
  throw new StartupError(problem.data?.message ?? `the standby answers ${response.status}`);
}

async function untilReady(config: Config): Promise<void> {
  for (
    const startedAt = performance.now();
    performance.now() - startedAt < PATIENCE_MS;
    await sleep(INTERVAL_MS)
  ) {
    const response = await fetch(`${localUrl(config)}/health/ready`).catch(() => null);
    if (response?.ok) return;
  }
  throw new StartupError("the promotion has not ended yet; look at the log of the server");
}

/** `--prepare` and `--forget`: the address waits for a promotion by the button, which root's unit carries out. */
function prepare(address: Address | null): void {
  if (!isInstalled) throw new StartupError("only an installed server adds a prepared address");
  if (process.getuid?.() !== 0) throw new StartupError(`only root can do this: ${scriptCommand("promote")}`);
  if (address === null) {
    removeAddress(SERVICE_PLACES.preparedAddress);
    process.stdout.write("A promotion by the button adds no address.\n");
    return;
  }
  saveAddress(SERVICE_PLACES.preparedAddress, address);
  process.stdout.write(
    `A promotion by the button adds ${address.address} to ${address.networkInterface}. --forget takes it back.\n`,
  );
}

/** `--prepared`: for root's unit. */
function addPrepared(): void {
  const address = readAddress(SERVICE_PLACES.preparedAddress);
  if (address === null) return;
  addAddress(address);
  process.stdout.write(`${address.address} was added to ${address.networkInterface}.\n`);
}

async function promoteWith(address: Address | null): Promise<void> {
  const { config } = readServerConfig();
  await promote(config, address !== null);
  process.stdout.write("The standby is promoted. It opens its copy ...\n");
  if (address !== null) addAddress(address);
  await untilReady(config);
  process.stdout.write(`This machine is the primary now: ${localUrl(config)}\n`);
  if (address !== null)
    process.stdout.write(
      `It has the address ${address.address} until its next start. Set it in the network settings of this machine too.\n`,
    );
}

try {
  const { mode, address } = readOptions(process.argv.slice(2));
  if (mode === "prepare" || mode === "forget") prepare(address);
  else if (mode === "prepared") addPrepared();
  else await promoteWith(address);
} catch (error) {
  process.exitCode = reportFailure(error);
}
