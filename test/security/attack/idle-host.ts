import { connect } from "node:net";
import { parseArgs } from "node:util";

// A host that keeps so many idle connections to each target open at once, in turn from each of its addresses, and opens a new one for
// each that is closed. Prints `attacking` when each has been open once. Ends when it is killed.

const AGAIN_MS = 500;

const { values } = parseArgs({
  options: {
    /** `10.77.1.1:8444`, once for each. */
    target: { type: "string", multiple: true, default: [] },
    from: { type: "string", multiple: true, default: [] },
    connections: { type: "string", default: "2000" },
  },
});
const count = Number(values.connections);

let opened = 0;
function hold(host: string, port: number, localAddress: string | undefined): void {
  const socket = connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
  let hasOpened = false;
  socket.once("connect", () => {
    hasOpened = true;
    if (++opened === count * values.target.length) process.stdout.write("attacking\n");
  });
  socket.resume();
  // A target that restarts refuses connections.
  socket.on("error", () => {});
  socket.on("close", () => setTimeout(hold, hasOpened ? AGAIN_MS : AGAIN_MS / 5, host, port, localAddress));
}
for (const target of values.target) {
  const [host = "", port] = target.split(":");
  for (let index = 0; index < count; index++)
    hold(host, Number(port), values.from[index % values.from.length]);
}
