import type { Server } from "node:net";

/** Where everything virtual listens. */
export const ADDRESS = "127.0.0.1";

// Below the ports that systems give to whoever asks for any: nobody gets it while the printer is away.
const LOWEST_PORT = 20_000;
const PORTS = 10_000;
const TRIES = 50;

/** Lets a server listen at `port`; false where another program does. */
export async function listenAt(server: Server, port: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(false);
      else failed(error);
    };
    server.once("error", refused);
    server.listen(port, ADDRESS, () => {
      server.off("error", refused);
      done(true);
    });
  });
}

/** Ports to try: `wanted` first, where there is one. */
export function portsToTry(wanted: number | undefined): number[] {
  const random = Array.from({ length: TRIES }, () => LOWEST_PORT + Math.floor(Math.random() * PORTS));
  return wanted === undefined ? random : [wanted, ...random];
}
