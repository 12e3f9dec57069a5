import type { Config } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { assertUnlocked } from "../../storage/lock.ts";
import type { HttpServer } from "./server.ts";

/** Where the box listens. */
export interface Ports {
  readonly http: number;
  /** Null: HTTPS is off. */
  readonly https: number | null;
}

/**
 * Listens for HTTP, and for HTTPS beside it. The default HTTPS port gives way to any free one; a port that was chosen does
 * not. Throws StartRefused with one line that names the setting.
 */
export async function openPorts(server: HttpServer, config: Config, log: Log): Promise<Ports> {
  const { host, port, https } = config;
  const http = await server.listen(host, port).catch(refusal(`PORT ${port}`, config));
  if (https.port === null) {
    if (https.isRequiredForLogin === true)
      throw new StartupError("Https:RequiredForLogin: nobody could log in, for Https:Port is off");
    return { http, https: null };
  }
  const { number, isChosen } = https.port;
  const listening = server.listenSecurely(host, number).catch((error: unknown) => {
    if (isChosen || codeOf(error) !== "EADDRINUSE") return refusal(`HTTPS_PORT ${number}`, config)(error);
    log.warn({ taken: number }, "the usual HTTPS port is taken by another program; another one serves");
    return server.listenSecurely(host, 0);
  });
  return { http, https: await listening };
}

/** What a port that can't be had means for the start; where it is this very box that has it, that is said. */
function refusal(setting: string, { host, dataFolder }: Config): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error);
    if (code === "EADDRINUSE") {
      assertUnlocked(dataFolder);
      throw new StartupError(`${setting}: the port is taken by another program on ${host}`);
    }
    if (code === "EACCES") throw new StartupError(`${setting}: this user may not listen on it`);
    throw new StartupError(`HOST ${host}: this machine has no such address (${code})`);
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** A port as it stands in a URL: nothing where it is the `usual` one of the scheme. */
export function portInUrl(port: number, usual: number): string {
  return port === usual ? "" : `:${port}`;
}

/** A host as it stands in the URL that this machine itself would ask. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
