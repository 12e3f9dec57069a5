import { spawnSync } from "node:child_process";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Config, readConfig } from "../../../platform/config.ts";
import { EXIT, StartupError } from "../../../platform/startup-error.ts";
import { parseArguments, scriptCommand, usageError } from "../../command-line.ts";
import { isInstalled, localUrl, serviceEnvironment } from "../../installation.ts";
import { readMembership } from "../../standby/membership/membership.ts";

// Program of scripts/promote. Who may read the data folder may promote: the code is in it.

const USAGE = `${scriptCommand("promote")} [--address ADDRESS/BITS --interface NAME]`;
/** A large database is checked and copied once at the promotion. */
const PATIENCE_MS = 10 * 60_000;
const INTERVAL_MS = 500;

const Problem = z.object({ message: z.string() });

interface Address {
  readonly address: string;
  readonly networkInterface: string;
}

function readOptions(args: string[]): Address | null {
  const options = { address: { type: "string" }, interface: { type: "string" } } as const;
  const { address, interface: networkInterface } = parseArguments({ args, options }, USAGE).values;
  if (address === undefined && networkInterface === undefined) return null;
  if (address === undefined || networkInterface === undefined)
    throw usageError("Name the address and the interface.", USAGE);
  const [host = "", bits = ""] = address.split("/");
  if (isIP(host) === 0 || !/^\d{1,3}$/.test(bits)) throw usageError(`"${address}" is no address.`, USAGE);
  if (!/^[\w.-]{1,15}$/.test(networkInterface))
    throw usageError(`"${networkInterface}" is no interface.`, USAGE);
  return { address, networkInterface };
}

/** Begins the promotion by a request to the running standby. */
async function promote(config: Config): Promise<void> {
  const membership = readMembership(config.dataFolder);
  if (membership === null) throw new StartupError(`${config.dataFolder}: this machine is no standby`);
  if (membership.role === "primary") return;
  if (membership.role === "superseded")
    throw new StartupError("this machine was a primary, and another one has taken over from it");
  if (membership.role === "promoting") return;
  const response = await fetch(`${localUrl(config)}/api/standby/promotion`, {
    method: "PUT",
    body: JSON.stringify({ code: membership.promotionCode }),
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

/** Adds the address of the former primary, which must be off or without network, and tells the network. */
function addAddress({ address, networkInterface }: Address): void {
  const added = spawnSync("ip", ["address", "replace", address, "dev", networkInterface], {
    encoding: "utf8",
  });
  if (added.status !== 0)
    throw new StartupError(`the address was not added: ${(added.stderr ?? String(added.error)).trim()}`);
  const host = address.split("/")[0] ?? address;
  // Neighbours forget the former primary's hardware address sooner. Without arping they take up to a minute.
  spawnSync("arping", ["-q", "-c", "3", "-A", "-I", networkInterface, host]);
}

try {
  const address = readOptions(process.argv.slice(2));
  const { config } = readConfig(isInstalled ? serviceEnvironment() : process.env);
  await promote(config);
  process.stdout.write("The standby is promoted. It opens its copy ...\n");
  if (address !== null) addAddress(address);
  await untilReady(config);
  process.stdout.write(`This machine is the primary now: ${localUrl(config)}\n`);
  if (address !== null)
    process.stdout.write(
      `It has the address ${address.address} until its next start. Set it in the network settings of this machine too.\n`,
    );
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason.replaceAll("\n", " ")}\n`);
  process.exitCode = error instanceof StartupError ? error.status : EXIT.setting;
}
