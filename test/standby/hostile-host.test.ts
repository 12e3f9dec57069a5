import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { createSite, type Machine } from "../discovery/network-namespaces.ts";
import { PORT, SiteServer } from "../discovery/server-process.ts";
import { copyDataFolder } from "../harness/demo-copy.ts";
import { until } from "./machines.ts";

const PRIMARY = "10.77.1.1";
const STANDBY = "10.77.1.2";
const STANDBY_PORT = 8444;
const SETTINGS = {
  HTTPS_PORT: "off",
  MDNS_ENABLED: "false",
  LOG_LEVEL: "error",
  METRICS_ALLOWED_ADDRESSES: "10.77.0.0/16",
};

/** Requests of a machine in the site's network, from a third one. */
function clientOn(machine: Machine) {
  /** Sends a JSON request; resolves with the status and the body. Status 0: no answer. */
  async function call(address: string, method: string, path: string, token = "", body?: object) {
    const options = {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token !== "" && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const program = `fetch(${JSON.stringify(`http://${address}:${PORT}${path}`)}, ${JSON.stringify(options)}).then(async (response) => console.log(JSON.stringify({ status: response.status, text: await response.text() })), () => console.log('{"status":0,"text":""}'))`;
    const { stdout } = machine.spawn([process.execPath, "--eval", program]);
    if (stdout === null) throw new Error("no output");
    const answer: { status: number; text: string } = JSON.parse(await text(stdout));
    return answer;
  }
  return {
    call,
    async token(address: string): Promise<string> {
      const login = { userName: "admin", password: "admin-demo" };
      const answer = await call(address, "POST", "/api/pwa-auth/login-password", "", login);
      return JSON.parse(answer.text).accessToken;
    },
    async hasMetric(address: string, line: RegExp): Promise<boolean> {
      return line.test((await call(address, "GET", "/metrics")).text);
    },
  };
}

test.each([{ addresses: 1 }, { addresses: 50 }])(
  "2 000 idle connections from $addresses addresses to the port of each machine of a pair stop no pair",
  async ({ addresses }) => {
    const site = await createSite();
    onTestFinished(() => site.close());
    const [first, second, attacker, office] = [
      await site.machine(),
      await site.machine(),
      await site.machine(),
      await site.machine(),
    ];
    first.plugIn("office", "eth0", `${PRIMARY}/16`);
    second.plugIn("office", "eth0", `${STANDBY}/16`);
    const from = Array.from({ length: addresses }, (_, index) => `10.77.66.${index + 1}`);
    attacker.plugIn("office", "eth0", ...from.map((address) => `${address}/16`));
    office.plugIn("office", "eth0", "10.77.3.1/16");
    const [primary, standby] = [new SiteServer(first), new SiteServer(second)];
    onTestFinished(async () => {
      await Promise.all([primary.remove(), standby.remove()]);
    });
    copyDataFolder(inject("demoFolder"), primary.folder);
    copyDataFolder(inject("emptyFolder"), standby.folder);
    await Promise.all([primary.start(SETTINGS), standby.start(SETTINGS)]);
    const client = clientOn(office);
    const token = await client.token(PRIMARY);
    const pairing = JSON.parse((await client.call(PRIMARY, "POST", "/api/standby/pairing", token, {})).text);
    const code = readFileSync(join(standby.folder, "setup-code"), "utf8").trim();
    await client.call(STANDBY, "POST", "/api/setup/standby", "", { code, pairing: pairing.text });
    const isFollowed = () => client.hasMetric(PRIMARY, /^tallybox_standby_connected 1$/m);
    await until(isFollowed);

    const attack = attacker.spawn([
      ...[process.execPath, join(import.meta.dirname, "../security/attack/idle-host.ts")],
      ...[PRIMARY, STANDBY].flatMap((address) => ["--target", `${address}:${STANDBY_PORT}`]),
      ...from.flatMap((address) => ["--from", address]),
    ]);
    const ended = once(attack, "close").then(([status]) => `the attack has ended with ${status}`);
    const [begun] = await Promise.race([once(attack.stdout ?? attack, "data"), ended]);
    expect(String(begun)).toBe("attacking\n");

    // Each machine loses its connections at its restart, and the attacker takes the places first.
    await standby.stop("SIGKILL");
    await until(async () => !(await isFollowed()));
    await standby.start(SETTINGS);
    await until(isFollowed);
    await primary.stop("SIGKILL");
    await primary.start(SETTINGS);
    const renewed = await client.token(PRIMARY);
    await until(
      async () =>
        (await client.call(PRIMARY, "POST", "/api/locations", renewed, { name: "Written" })).status === 201,
    );
    await until(isFollowed);
    expect(attack.exitCode).toBe(null);
    attack.kill("SIGKILL");
  },
);
