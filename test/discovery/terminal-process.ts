import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";
import { connect } from "node:tls";
import multicastDns from "multicast-dns";

// A terminal in the network, as a process: it reads commands as lines of JSON and reports received packets in the same way.

type Packet =
  | { readonly query: multicastDns.QueryOutgoingPacket }
  | { readonly respond: multicastDns.ResponseOutgoingPacket };

/**
 * `whenProbed` is sent after each received probe for `name`, until the next such command. `single` is a packet as hexadecimal
 * digits, sent from another port, as a one-shot query.
 */
export type Command =
  | Packet
  | { readonly whenProbed: Packet; readonly name: string }
  | { readonly single: string }
  | { readonly fetch: string }
  | { readonly certificateAt: string };

const GROUP = "224.0.0.251";
const ownAddress = process.argv[2] ?? "";
const report = (result: object) => process.stdout.write(`${JSON.stringify(result, bytesAsText)}\n`);
const mdns = multicastDns({ interface: ownAddress, bind: "0.0.0.0" });
mdns.on("response", ({ answers, additionals }, { address }) => {
  report({ received: [...(answers ?? []), ...(additionals ?? [])], from: address });
});
let reply: { readonly whenProbed: Packet; readonly name: string } | null = null;
mdns.on("query", ({ authorities = [] }, { address }) => {
  const [record] = authorities;
  if (record === undefined || address === ownAddress) return;
  report({ probed: record.name, from: address });
  if (reply?.name === record.name) send(reply.whenProbed);
});
const single = createSocket("udp4");
single.on("message", (bytes, { address }) => report({ single: bytes.toString("hex"), from: address }));
single.bind(0, ownAddress, () => {
  single.setMulticastInterface(ownAddress);
  report({ ready: true });
});

for await (const line of createInterface(process.stdin)) {
  const command = JSON.parse(line) as Command;
  if ("query" in command || "respond" in command) send(command);
  else if ("whenProbed" in command) reply = command;
  else if ("fetch" in command) report(await fetchStatus(command.fetch));
  else if ("certificateAt" in command) reportCertificate(command.certificateAt);
  else single.send(Buffer.from(command.single, "hex"), 5353, GROUP);
}
process.exit(0);

function send(packet: Packet): void {
  if ("query" in packet) mdns.query(packet.query);
  else mdns.respond(packet.respond, () => report({ responded: true }));
}

/** Converts bytes to text. */
function bytesAsText(_: string, value: { type?: unknown; data?: number[] } | null): unknown {
  const isBytes = value?.type === "Buffer" && Array.isArray(value.data);
  return isBytes ? Buffer.from(value.data ?? []).toString() : value;
}

/** Fetches a URL; returns its status, 0 for an error. */
async function fetchStatus(url: string): Promise<object> {
  try {
    const response = await fetch(url);
    return { fetched: url, status: response.status };
  } catch (error) {
    return { fetched: url, status: 0, reason: String(error) };
  }
}

/** Reports the names and addresses of the certificate at `address`. */
function reportCertificate(address: string): void {
  const [host = "", port] = address.split(":");
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false }, () => {
    report({ certificate: socket.getPeerCertificate().subjectaltname });
    socket.destroy();
  });
  socket.on("error", (error) => report({ failed: String(error) }));
}
