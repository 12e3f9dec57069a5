import { Writable } from "node:stream";
import { pino } from "pino";
import type { SecurityEvent } from "../../../src/security-log/routes.ts";
import type { TestClock } from "../../harness/clock.ts";
import { type ServerOptions, startServerWithClock, type TestServer } from "../../harness/server.ts";

/** A server whose security log and process log can be read. */
export interface ServerWithLogs {
  readonly server: TestServer;
  readonly clock: TestClock;
  /** The events that an Admin of this name sees, oldest first. */
  events(query?: string, admin?: string): Promise<SecurityEvent[]>;
  /** The newest event of a kind. */
  last(kind: string): Promise<SecurityEvent | undefined>;
  /** Everything that was written to the process log. */
  logged(): string;
  /** The security events in the process log. */
  loggedEvents(): (SecurityEvent & { tenantId: number | null })[];
}

/** Starts one that logs everything, behind a proxy that the test plays: `X-Forwarded-For` names the client's address. */
export async function startServerWithLogs(options: ServerOptions = {}): Promise<ServerWithLogs> {
  let text = "";
  const stream = new Writable({
    write(bytes, _, done) {
      text += bytes;
      done();
    },
  });
  const settings = { HTTP_TRUSTED_PROXIES: "127.0.0.0/8", ...options.settings };
  const { clock, server } = await startServerWithClock({
    log: pino({ level: "trace" }, stream),
    ...options,
    settings,
  });
  const events: ServerWithLogs["events"] = async (query = "", admin = "admin") =>
    (await (await server.as(admin)).get(`/api/security-events${query}`)).body.toReversed();
  return {
    server,
    clock,
    events,
    last: async (kind) => (await events(`?kind=${kind}`)).at(-1),
    logged: () => text,
    loggedEvents: () =>
      text
        .split("\n")
        .filter((line) => line.includes('"security event"'))
        .map((line) => JSON.parse(line).event),
  };
}

/** The demo's people as the log names them. */
export const ADMIN = { id: 1, userName: "admin", fullName: "Ada Novak" };
export const UMA = { id: 3, userName: "user", fullName: "Uma Svoboda" };
