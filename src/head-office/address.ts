import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { ClientConfig } from "pg";
import type { OfficeAccess } from "../platform/office-address.ts";

/** True for an address of this machine, to which nothing travels over a network. */
const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

const CONNECT_MS = 10_000;
/** A batch takes a second at most. The line may be cut without a sign of it. */
const STATEMENT_MS = 30_000;

/** The file of the authority's certificate can't be read. */
export class AuthorityFileError extends Error {}

/**
 * The configuration of a connection. It is encrypted, and the certificate must be of this host and issued by the authority of
 * `caFile`, or by a public one. Only the database on this machine is reached without encryption, unless there is a `caFile`.
 * Throws AuthorityFileError.
 */
export function connectionOf({ caFile, ...address }: OfficeAccess): ClientConfig {
  const { host } = address;
  const ssl = {
    ...(caFile !== null && { ca: readAuthority(caFile) }),
    // pg would compare an IP address with "localhost".
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
  };
  return {
    ...address,
    ssl: caFile === null && isLoopback(host) ? false : ssl,
    application_name: "tallybox",
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
  };
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new AuthorityFileError(`${file} can't be read`, { cause: error });
  }
}
