import type { Config } from "../../platform/config.ts";
import { EXIT } from "../../platform/startup-error.ts";
import { localUrl } from "../installation.ts";
import { EXIT_MEANINGS, unexpectedEnds } from "./exit-meanings.ts";
import { findPortHolder } from "./port-holder.ts";
import { runCommand } from "./run-command.ts";

/** Readiness of the running server. */
interface ReadyResponse {
  readonly status: number;
  readonly problems: readonly string[];
}

const TIMEOUT_MS = 15_000;

/** Requests the readiness of the server on this machine; null where it does not respond. */
export async function askReady(config: Config): Promise<ReadyResponse | null> {
  try {
    const response = await fetch(`${localUrl(config)}/health/ready`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const problems =
      typeof body === "object" && body !== null && "problems" in body && Array.isArray(body.problems)
        ? body.problems.map(String)
        : [];
    return { status: response.status, problems };
  } catch {
    // No program listens, or another one: the caller reports it.
    return null;
  }
}

/** State of the server and its service, with problems. */
export function describeRunningServer(
  config: Config,
  ready: ReadyResponse | null,
  isInstalled: boolean,
): string[] {
  return [...readiness(config, ready), ...(isInstalled ? service() : []), ...ports(config, ready)];
}

function readiness(config: Config, ready: ReadyResponse | null): string[] {
  if (ready === null) return [`No response on ${localUrl(config)}`];
  const state = ready.status === 200 ? "It runs and is ready" : `It runs but is not ready (${ready.status})`;
  return [state, ...ready.problems];
}

function service(): string[] {
  const text = runCommand(
    "systemctl",
    "show",
    "--property=ActiveState,ExecMainStatus,NRestarts,StatusText",
    "tallybox",
  );
  if (text === null) return ["systemd does not report the state of the service"];
  const values = new Map(text.split("\n").map((line) => [line.split("=")[0], line.split("=")[1] ?? ""]));
  const statusText = values.get("StatusText");
  const status = Number(values.get("ExecMainStatus"));
  const kind = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === status);
  return [
    `the service is ${values.get("ActiveState")}${statusText ? ` (${statusText})` : ""}, restarted ${values.get("NRestarts")} times since it was last started by hand`,
    ...(status === 0 ? [] : [`it ended with status ${status}${kind ? `: ${EXIT_MEANINGS[kind]}` : ""}`]),
    ...unexpectedEnds(),
  ];
}

/** Programs that use the ports. A server that responds has its own ports, so only checked for one that does not. */
function ports(config: Config, ready: ReadyResponse | null): string[] {
  if (ready !== null) return [];
  return [config.port, config.https.port?.number].flatMap((port) => {
    const holder = port ? findPortHolder(port) : null;
    if (holder === null) return [];
    return [
      `port ${port} is in use by ${holder === "unknown" ? "another program" : `${holder.name} (${holder.pid})`}`,
    ];
  });
}
