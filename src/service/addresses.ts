import { networkInterfaces } from "node:os";

/** The IPv4 addresses at which others reach a box that listens on `host`. */
export function addresses(host: string): string[] {
  return Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(
      ({ internal, family, address }) =>
        !internal && family === "IPv4" && (host === "0.0.0.0" || host === address),
    )
    .map(({ address }) => address);
}
