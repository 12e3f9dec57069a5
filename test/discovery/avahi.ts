import { deepEqual, match } from "node:assert/strict";
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type Machine } from "./network-namespaces.ts";
import { HTTPS_PORT, PORT, SiteServer } from "./server-process.ts";

// `npm run prove:avahi`: the server as seen by avahi, the resolver of most Linux machines, and beside an avahi on its own
// machine that uses the same host name. Not part of `npm run test:night`: it needs root and avahi. Ends with the line
// "N passed, N failed", of trials.

const NEEDED = ["avahi-daemon", "avahi-browse", "dbus-daemon"];
const missing = NEEDED.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
const isRoot = process.getuid?.() === 0;
if (missing || !isRoot) {
  const why = isRoot
    ? `${missing} is missing; apt-get install avahi-daemon avahi-utils dbus`
    : "run it as root";
  process.stdout.write(`skipped: the server beside avahi: ${why}\n0 passed, 0 failed\n`);
  process.exit();
}

const BOX = "10.77.1.1";
const folder = mkdtempSync(join(tmpdir(), "tallybox-avahi-"));
const bus = { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${folder}/bus` };
const daemons: ChildProcess[] = [];

/** Starts a program on a machine, with a /run of its own; resolves when its output contains `ready`. */
async function startDaemon(machine: Machine, command: string, ready: RegExp): Promise<void> {
  const daemon = machine.spawn(
    ["unshare", "--mount", "sh", "-c", `mount -t tmpfs none /run && exec ${command}`],
    bus,
  );
  daemons.push(daemon);
  let output = "";
  await new Promise<void>((done, failed) => {
    const hear = (bytes: Buffer) => {
      output += bytes;
      if (ready.test(output)) done();
    };
    daemon.stdout?.on("data", hear);
    daemon.stderr?.on("data", hear);
    daemon.on("close", () => failed(new Error(`${command}: ${output}`)));
  });
}

function avahi(machine: Machine, hostName: string, isAsked: boolean): Promise<void> {
  const file = join(folder, `${hostName}.conf`);
  writeFileSync(file, `[server]\nhost-name=${hostName}\nenable-dbus=${isAsked ? "yes" : "no"}\n`);
  const command = `avahi-daemon --file ${file} --no-drop-root --no-chroot --no-rlimits`;
  return startDaemon(machine, command, /Server startup complete/);
}

/** The output of a program of avahi on the machine. */
async function outputOf(machine: Machine, ...words: string[]): Promise<string> {
  const child = machine.spawn(words, bus);
  let text = "";
  child.stdout?.on("data", (bytes) => {
    text += bytes;
  });
  await once(child, "close");
  return text;
}

async function trial(
  order: "alone" | "before avahi" | "after avahi",
  terminal: Machine,
  machine: Machine,
): Promise<void> {
  const server = new SiteServer(machine);
  try {
    if (order === "after avahi") await avahi(machine, "tallybox", false);
    await server.start();
    const browse = (kind: string) =>
      outputOf(terminal, "avahi-browse", "--resolve", "--parsable", "--terminate", kind);
    // A server that has just started still probes for its name.
    while (!(await browse("_tallybox._tcp")).includes(";tallybox.local;")) await new Promise(setImmediate);
    if (order === "before avahi") await avahi(machine, "tallybox", false);
    match(await browse("_http._tcp"), new RegExp(`;tallybox.local;${BOX};${PORT};.*"path=/"`));
    match(await browse("_https._tcp"), new RegExp(`;tallybox.local;${BOX};${HTTPS_PORT};`));
    match(await outputOf(terminal, "avahi-resolve", "-4", "--name", "tallybox.local"), new RegExp(BOX));
    deepEqual(await server.stop(), 0);
    // A resolver may cache a record for a second after its goodbye.
    while ((await browse("_tallybox._tcp")) !== "") await new Promise(setImmediate);
    const found = server.log.filter(({ msg }) => msg === "announced in the network");
    deepEqual(
      found.map(({ name }) => name),
      ["tallybox.local"],
    );
    process.stdout.write(`${order}: found, resolved, gone after its goodbye\n`);
  } finally {
    await server.remove();
  }
}

writeFileSync(
  join(folder, "bus.conf"),
  `<busconfig><type>system</type><listen>${bus.DBUS_SYSTEM_BUS_ADDRESS}</listen><policy context="default">
  <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>`,
);
const site = await createSite();
let [passed, failed] = [0, 0];
try {
  const terminal = await site.machine();
  terminal.plugIn("office", "eth0", "10.77.1.9/24");
  await startDaemon(
    terminal,
    `dbus-daemon --config-file ${folder}/bus.conf --nofork --print-address`,
    /unix:/,
  );
  await avahi(terminal, "terminal", true);
  for (const order of ["alone", "before avahi", "after avahi"] as const) {
    const machine = await site.machine();
    machine.plugIn("office", "eth0", `${BOX}/24`);
    try {
      await trial(order, terminal, machine);
      passed++;
    } catch (error) {
      process.stdout.write(`${order}: ${error instanceof Error ? error.message : error}\n`);
      failed++;
    }
    // Its address is the next one's.
    machine.ip("link", "delete", "eth0");
  }
} finally {
  for (const daemon of daemons) daemon.kill();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
