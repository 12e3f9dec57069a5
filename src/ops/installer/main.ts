import { join } from "node:path";
import { errorMessage } from "../../platform/error-code.ts";
import { placesIn } from "../installation.ts";
import { allowAddress, allowFolder } from "./allow.ts";
import { goBack, upgrade } from "./change.ts";
import { waitHealthy } from "./health.ts";
import { install, uninstall } from "./install.ts";
import { InstallerError, Machine } from "./machine.ts";
import { carryOutRequest, cleanUpAfterEnd } from "./request.ts";
import { removeExpired, settle } from "./settle.ts";

// Program of root that installs, changes and removes the server. The scripts of the same names start it (scripts/installer).

const places = placesIn("");

/** The commands by name: what each does with its arguments. A number is the exit status. */
const COMMANDS: Readonly<Record<string, (machine: Machine, args: readonly string[]) => Promise<unknown>>> = {
  install: (machine, args) => install(machine, { isSigned: !args.includes("--unsigned") }),
  upgrade: (machine, args) => upgrade(machine, { isSigned: !args.includes("--unsigned") }),
  "go-back": (machine, [option]) => goBack(machine, option),
  settle,
  // A running upgrade may need them. Shared: the end of a request starts no server while a change has the lock, and this is none.
  tidy: (machine) => machine.withLock("change", () => removeExpired(machine), { shared: true }),
  "upgrade-request": (machine, [option]) =>
    option === "--ended" ? cleanUpAfterEnd(machine) : carryOutRequest(machine),
  uninstall,
  "allow-address": allowAddress,
  "allow-folder": allowFolder,
  async "wait-healthy"(machine, [seconds, ...settings]) {
    const problem = await waitHealthy(Number(seconds), ...settings);
    if (problem !== null) machine.warn(problem);
    return problem === null ? 0 : 1;
  },
};
/** The commands that only root may start, and their scripts. The others check it later, or their scripts or units have done so. */
const ROOT_ONLY: Readonly<Record<string, string>> = {
  "go-back": "go-back",
  "upgrade-request": "upgrade-request",
  uninstall: "uninstall.sh",
};

const [name = "", ...args] = process.argv.slice(2);
process.umask(0o022);
// A caller that ends must not stop a change in the middle.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const notes = name === "upgrade-request" ? places.run : (process.env["UPGRADE_NOTES"] ?? null);
const machine = new Machine(places, notes);
try {
  const command = COMMANDS[name];
  if (command === undefined) throw new InstallerError(`"${name}" is not a command of the installer.`);
  const script = ROOT_ONLY[name];
  if (script !== undefined) machine.assertRoot(join(places.release, "scripts", script));
  const status = await command(machine, args);
  process.exitCode = typeof status === "number" ? status : 0;
} catch (error) {
  if (error instanceof InstallerError) machine.note("reason", error.reason);
  machine.warn(errorMessage(error));
  process.exitCode = 1;
}
