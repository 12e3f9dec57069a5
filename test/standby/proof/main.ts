import { once } from "node:events";
import { createSite } from "../../discovery/network-namespaces.ts";
import { INTERFACE } from "./killable-machine.ts";
import type { Connection } from "./pair-site.ts";

// npm run prove:standby -- [--kills 200] [--terminals 50] [--cost-rounds 6] [--seed N]: the two machines and the terminals are network namespaces on
// one bridge, so that a cable can be pulled. proof.ts runs in that of the terminals.

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
  const program = new URL("proof.ts", import.meta.url).pathname;
  const proof = terminals.spawn([process.execPath, program, ...process.argv.slice(2)], {
    PAIR_CONNECTIONS: JSON.stringify(connections),
  });
  proof.stdout?.pipe(process.stdout);
  proof.stderr?.pipe(process.stderr);
  const [status] = await once(proof, "close");
  process.exitCode = status ?? 1;
} finally {
  await site.close();
}
