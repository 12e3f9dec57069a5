import { type AddressInfo, createServer } from "node:net";

export const SINK_ADDRESS = "127.0.0.1";

/**
 * Starts a printer that takes every byte and closes when its peer has said all; gives its port: `wanted`, or another
 * one where that is taken (0: any). It lives as long as the process, for a label may be on its way while the box stops.
 */
export async function startSink(wanted: number): Promise<number> {
  const server = createServer((socket) => {
    // A peer that breaks off is no trouble of the printer's.
    socket.on("error", () => socket.destroy());
    socket.resume();
  });
  const listen = (port: number) =>
    new Promise<number>((done, failed) => {
      server.once("error", failed);
      server.listen(port, SINK_ADDRESS, () => {
        server.off("error", failed);
        done((server.address() as AddressInfo).port);
      });
    });
  try {
    return await listen(wanted);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    return listen(0);
  }
}
