import { once } from "node:events";
import { createSite } from "../../discovery/network-namespaces.ts";
import { INTERFACE } from "./killable-machine.ts";
import type { Connection } from "./pair-site.ts";

// `npm run prove:standby`: the two machines and the terminals are network namespaces on one bridge, so that a cable can be pulled.
// kills.test.ts runs in that of the terminals.

const NETWORK = "hall";

const site = await createSite();
try {
  const connect = async (host: string): Promise<Connection> => {
    const machine = await site.machine();
    machine.plugIn(NETWORK, INTERFACE, `${host}/24`);
    return { host, prefix: machine.prefix };
  };
  const connections = [await connect("10.1.0.1"), await connect("10.1.0.2")];
  const terminals = await site.machine();
  terminals.plugIn(NETWORK, INTERFACE, "10.1.0.9/24");
  const proof = terminals.spawn(["vitest", "run", "--project", "crash", "test/standby/proof/kills.test.ts"], {
    PAIR_CONNECTIONS: JSON.stringify(connections),
    TALLYBOX_TIMES: process.env["TALLYBOX_TIMES"] ?? "1",
  });
  proof.stdout?.pipe(process.stdout);
  proof.stderr?.pipe(process.stderr);
  const [status] = await once(proof, "close");
  process.exitCode = status ?? 1;
} finally {
  await site.close();
}
