import type { Server } from "node:net";

/** The address of all virtual printers and their page. */
export const ADDRESS = "127.0.0.1";

// Below the ephemeral ports: no program gets it while the printer is off.
const LOWEST_PORT = 20_000;
const PORTS = 10_000;
const TRIES = 50;

/** Lets a server listen at `port`. Resolves to false when the port is in use. */
export async function listenAt(server: Server, port: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") done(false);
      else failed(error);
    };
    server.once("error", onError);
    server.listen(port, ADDRESS, () => {
      server.off("error", onError);
      done(true);
    });
  });
}

/** The ports to try: `preferred` first, then random ones. */
export function portsToTry(preferred: number | undefined): number[] {
  const random = Array.from({ length: TRIES }, () => LOWEST_PORT + Math.floor(Math.random() * PORTS));
  return preferred === undefined ? random : [preferred, ...random];
}
