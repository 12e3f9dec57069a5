import type { Authority, ServerPair } from "./ca-files.ts";

/** Where the server's certificate comes from: the box itself, or files of the site. */
export interface Source {
  /** The box's CA; null with the site's own certificate. */
  readonly authority: Authority | null;
  current(): ServerPair;
  /** Looks whether it is time for another certificate; gives it, null while the current one serves. */
  look(): Promise<ServerPair | null>;
  /** The name by which the certificate is best asked. */
  bestName(): string;
  /** The box's name on the network has become another (`tallybox-2.local`). */
  setName(name: string): void;
}
