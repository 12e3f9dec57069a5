import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { peakMb } from "../bench/process.ts";
import { createSite, type Machine } from "../discovery/network-namespaces.ts";
import { HTTPS_PORT, PORT, SiteServer } from "../discovery/server-process.ts";
import { copyDataFolder } from "../harness/demo-copy.ts";

const SERVER = "10.77.1.1";
const TERMINALS = 50;
const COUNTS = 20;
/** The documented limits of bodies and connections, added to the idle service (docs/operate/limits.md). */
const MAX_MB = 450;
/** The server must stay below it, with room for its database. */
const DESCRIPTORS = 1000;

const program = (name: string) => [process.execPath, join(import.meta.dirname, "attack", name)];
/** The ports of the server, and the options of the programs. */
const PORTS = {
  HTTP: { settings: { HTTPS_PORT: "off" }, at: ["--host", SERVER, "--port", String(PORT)] },
  HTTPS: {
    settings: { HTTPS_PORT: String(HTTPS_PORT) },
    at: ["--host", SERVER, "--port", String(HTTPS_PORT), "--tls"],
  },
} as const;

/** The machine, with a limit of open files for its programs; `started` gets each program. */
function withDescriptors(machine: Machine, started: (child: ChildProcess) => void): Machine {
  const limited = ["sh", "-c", `ulimit -n ${DESCRIPTORS} && exec "$@"`, "sh"];
  return {
    ...machine,
    spawn(words, environment) {
      const child = machine.spawn([...limited, ...words], environment);
      started(child);
      return child;
    },
  };
}

async function loggedIn(machine: Machine): Promise<string> {
  const login = `fetch("http://${SERVER}:${PORT}/api/pwa-auth/login-password", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ userName: "manager", password: "manager-demo" }) }).then((response) => response.json()).then(({ accessToken }) => process.stdout.write(accessToken))`;
  const { stdout } = machine.spawn([process.execPath, "--eval", login]);
  return stdout === null ? "" : text(stdout);
}

test.each([
  ["HTTP", 1],
  ["HTTP", 50],
  ["HTTPS", 1],
  ["HTTPS", 50],
] as const)(
  "2 000 bad connections to the port of %s from %i addresses prevent none of 50 terminals from counting there, and memory is bounded",
  async (protocol, attacking) => {
    const { settings, at } = PORTS[protocol];
    const site = await createSite();
    onTestFinished(() => site.close());
    const [server, attacker, hall] = [await site.machine(), await site.machine(), await site.machine()];
    server.plugIn("office", "eth0", `${SERVER}/16`);
    const from = Array.from({ length: attacking }, (_, index) => `10.77.66.${index + 1}`);
    attacker.plugIn("office", "eth0", ...from.map((address) => `${address}/16`));
    const addresses = Array.from({ length: TERMINALS }, (_, index) => `10.77.2.${index + 1}/16`);
    hall.plugIn("office", "eth0", ...addresses);
    let pid = 0;
    const testServer = new SiteServer(withDescriptors(server, (child) => (pid = child.pid ?? 0)));
    onTestFinished(() => testServer.remove());
    copyDataFolder(inject("demoFolder"), testServer.folder);
    await testServer.start({ ...settings, MDNS_ENABLED: "false", LOG_LEVEL: "error" });

    const token = await loggedIn(attacker);
    const attack = attacker.spawn([
      ...[...program("hostile-host.ts"), ...at, "--token", token],
      ...from.flatMap((address) => ["--from", address]),
    ]);
    const ended = once(attack, "close").then(([status]) => `the attack has ended with ${status}`);
    const [begun] = await Promise.race([once(attack.stdout ?? attack, "data"), ended]);
    expect(String(begun)).toBe("attacking\n");

    const terminals = hall.spawn([
      ...program("terminals.ts"),
      ...[...at, "--network", "10.77.2.", "--terminals", String(TERMINALS), "--counts", String(COUNTS)],
    ]);
    const { stdout, stderr } = terminals;
    if (stdout === null || stderr === null) throw new Error("the terminals say nothing");
    const [output, complaint] = await Promise.all([text(stdout), text(stderr)]);
    expect(complaint).toBe("");
    expect(JSON.parse(output).statuses).toEqual({ 200: TERMINALS * COUNTS });
    expect(attack.exitCode).toBe(null);
    expect(peakMb(pid)).toBeLessThan(MAX_MB);
    attack.kill("SIGKILL");
    expect(await testServer.stop()).toBe(0);
  },
);
