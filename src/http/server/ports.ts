import type { Config } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { assertUnlocked } from "../../storage/generations/lock.ts";
import type { HttpServer } from "./server.ts";

/** The ports that the server listens on. */
export interface Ports {
  readonly http: number;
  /** Null: HTTPS is off. */
  readonly https: number | null;
}

/**
 * Opens the HTTP port and, unless it is off, the HTTPS port. If the default HTTPS port is in use, any free port is used
 * instead; a configured port has no fallback. Throws StartupError with one line that names the setting.
 */
export async function openPorts(server: HttpServer, config: Config, log: Log): Promise<Ports> {
  const { host, port, https } = config;
  const http = await server.listen(host, port).catch(portError(`PORT ${port}`, config));
  if (https.port === null) {
    if (https.isRequiredForLogin === true)
      throw new StartupError("Https:RequiredForLogin: HTTPS is required for logins, but Https:Port is off");
    return { http, https: null };
  }
  const { number, isChosen } = https.port;
  const listening = server.listenSecurely(host, number).catch((error: unknown) => {
    if (isChosen || codeOf(error) !== "EADDRINUSE") return portError(`HTTPS_PORT ${number}`, config)(error);
    log.warn({ taken: number }, "the default HTTPS port is in use by another program; using another port");
    return server.listenSecurely(host, 0);
  });
  return { http, https: await listening };
}

/** Creates the handler of a failed `listen`. Throws StartupError; a server that already uses the data folder is named. */
function portError(setting: string, { host, dataFolder }: Config): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error);
    if (code === "EADDRINUSE") {
      assertUnlocked(dataFolder);
      throw new StartupError(
        `${setting}: the port is in use by another program on ${host}; end that program or set another port`,
      );
    }
    if (code === "EACCES")
      throw new StartupError(`${setting}: this user may not use the port; set a port above 1023`);
    throw new StartupError(
      `HOST ${host}: not an address of this machine (${code}); set one of its addresses`,
    );
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** The port part of a URL; empty for the default port of the scheme. */
export function portInUrl(port: number, defaultPort: number): string {
  return port === defaultPort ? "" : `:${port}`;
}

/** The host part of a URL for requests from this machine. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
