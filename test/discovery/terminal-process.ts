import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";
import { connect } from "node:tls";
import multicastDns from "multicast-dns";

// A terminal in the network, as a process: it reads orders as lines of JSON and reports received packets in the same way.

/** `raw` and `single` are packets as hexadecimal digits; `single` is sent from another port, as a one-shot query. */
export type Order =
  | { readonly ask: multicastDns.QueryOutgoingPacket }
  | { readonly say: multicastDns.ResponseOutgoingPacket }
  | { readonly single: string }
  | { readonly fetch: string }
  | { readonly certificateAt: string };

const GROUP = "224.0.0.251";
const ownAddress = process.argv[2] ?? "";
const tell = (what: object) => process.stdout.write(`${JSON.stringify(what, readable)}\n`);
const mdns = multicastDns({ interface: ownAddress, bind: "0.0.0.0" });
mdns.on("response", ({ answers, additionals }, { address }) => {
  tell({ received: [...(answers ?? []), ...(additionals ?? [])], from: address });
});
mdns.on("query", ({ questions }, { address }) => {
  tell({ asked: (questions ?? []).map(({ name }) => name), from: address });
});
const single = createSocket("udp4");
single.on("message", (bytes, { address }) => tell({ single: bytes.toString("hex"), from: address }));
single.bind(0, ownAddress, () => {
  single.setMulticastInterface(ownAddress);
  tell({ ready: true });
});

for await (const line of createInterface(process.stdin)) {
  const order = JSON.parse(line) as Order;
  if ("ask" in order) mdns.query(order.ask);
  else if ("say" in order) mdns.respond(order.say, () => tell({ said: true }));
  else if ("fetch" in order) tell(await answerOf(order.fetch));
  else if ("certificateAt" in order) tellCertificate(order.certificateAt);
  else single.send(Buffer.from(order.single, "hex"), 5353, GROUP);
}
process.exit(0);

/** Bytes as the text that they are. */
function readable(_: string, value: { type?: unknown; data?: number[] } | null): unknown {
  const isBytes = value?.type === "Buffer" && Array.isArray(value.data);
  return isBytes ? Buffer.from(value.data ?? []).toString() : value;
}

async function answerOf(url: string): Promise<object> {
  try {
    const response = await fetch(url);
    return { fetched: url, status: response.status };
  } catch (error) {
    return { fetched: url, status: 0, why: String(error) };
  }
}

/** For which names and addresses the certificate at `address` is. */
function tellCertificate(address: string): void {
  const [host = "", port] = address.split(":");
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
    tell({ certificate: socket.getPeerCertificate().subjectaltname });
    socket.destroy();
  });
  socket.on("error", (error) => tell({ failed: String(error) }));
}
