import { Agent, request } from "node:http";
import { loginGoals } from "./goals.ts";
import { most, table, verdictTable } from "./report.ts";
import { median, percentile } from "./statistics.ts";
import type { Target } from "./targets.ts";

const NETWORKS = 200;
/** Wrong passwords of one address; 20 would hold it. */
const PER_ADDRESS = 15;
const HOME = "127.0.0.1";

/** The times of logins in milliseconds. */
export interface LoginTimes {
  readonly name: string;
  readonly times: readonly number[];
}

/** Measures logins of a known caller, alone and beside wrong passwords from 200 networks. Returns the tables. */
export async function measureLogins({ port }: Pick<Target, "port">, logins: number): Promise<string> {
  const logIn = () => post(port, HOME, { userName: "manager", password: "manager-demo" });
  // From now on the address is known.
  await logIn();
  const alone = await measure("alone", logIn, logins);
  const attack = startAttack(port);
  try {
    await attack.isUnderWay;
    return loginTables(alone, await measure(`beside ${NETWORKS} networks`, logIn, logins));
  } finally {
    await attack.stop();
  }
}

/** The figures, and the ratio of the medians against its goal. */
export function loginTables(alone: LoginTimes, beside: LoginTimes): string {
  const rows = [alone, beside].map(({ name, times }) => {
    const ascending = times.toSorted((one, other) => one - other);
    const figures = [percentile(ascending, 0.5), percentile(ascending, 0.95), percentile(ascending, 1)];
    return [name, String(times.length), ...figures.map((ms) => ms.toFixed(0))];
  });
  const ratio = median(beside.times) / median(alone.times);
  return `${table(["login", "logins", "p50 ms", "p95 ms", "longest ms"], rows)}\n${verdictTable([
    most("beside, times the time alone", loginGoals.ratio, ratio),
  ])}`;
}

async function measure(name: string, logIn: () => Promise<number>, logins: number): Promise<LoginTimes> {
  const times: number[] = [];
  for (let i = 0; i < logins; i++) {
    const begun = performance.now();
    const status = await logIn();
    if (status !== 200) throw new Error(`a login ${name} was answered with ${status}`);
    times.push(performance.now() - begun);
  }
  return { name, times };
}

/** Sends wrong passwords of unknown names from all networks, one at a time from each. */
function startAttack(port: number): { readonly isUnderWay: Promise<void>; stop(): Promise<void> } {
  let isStopped = false;
  const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
  const from = async (network: number) => {
    for (let i = 0; !isStopped; i++) {
      const address = `127.1.${network}.${1 + (Math.floor(i / PER_ADDRESS) % 250)}`;
      await post(port, address, { userName: `nobody ${network} ${i}`, password: "wrong" });
      if (i > 0) begin();
    }
  };
  const all = Promise.all(Array.from({ length: NETWORKS }, (_, network) => from(network)));
  all.catch(begin);
  return {
    isUnderWay,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

/** Sends a login from an address of loopback. Resolves with the status. */
function post(port: number, localAddress: string, login: object): Promise<number> {
  return new Promise((done, failed) => {
    const options = { agent: ONE_EACH, host: HOME, port, localAddress, method: "POST" };
    const headers = { "Content-Type": "application/json" };
    request({ ...options, path: "/api/pwa-auth/login-password", headers }, (response) => {
      response.resume().once("end", () => done(response.statusCode ?? 0));
    })
      .once("error", failed)
      .end(JSON.stringify(login));
  });
}

const ONE_EACH = new Agent({ keepAlive: false });
