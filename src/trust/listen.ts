import type { Config } from "../config.ts";
import type { HttpServer } from "../http/server.ts";
import type { Log } from "../log.ts";
import { refuseHeldFolder } from "../storage/lock.ts";
import { StartRefused } from "../storage/refused.ts";

/**
 * Listens for HTTPS beside HTTP and gives the port, null where it is off. The default port gives way to any free one; one
 * that was chosen does not. Throws StartRefused.
 */
export async function listenSecurely(server: HttpServer, config: Config, log: Log): Promise<number | null> {
  const { https, host } = config;
  if (https.port === null) {
    if (https.isRequiredForLogin)
      throw new StartRefused("Https:RequiredForLogin: nobody could log in, for Https:Port is off");
    return null;
  }
  const { number, isChosen } = https.port;
  try {
    return await server.listenSecurely(host, number);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "EADDRINUSE" && !isChosen) {
      const port = await server.listenSecurely(host, 0);
      log.warn({ taken: number, port }, "the usual HTTPS port is taken by another program; this one serves");
      return port;
    }
    if (code === "EADDRINUSE") refuseHeldFolder(config.dataFolder);
    throw new StartRefused(`HTTPS_PORT ${number}: ${reasonOf(code, host)}`);
  }
}

function reasonOf(code: string, host: string): string {
  if (code === "EADDRINUSE") return `the port is taken by another program on ${host}`;
  if (code === "EACCES") return "this user may not listen on it";
  return `can't be listened on (${code})`;
}
