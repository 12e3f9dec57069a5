import type { Config } from "../../platform/config.ts";
import { EXIT } from "../../platform/startup-error.ts";
import { localUrl } from "../installation.ts";
import { unexpectedEnds } from "./ends.ts";
import { EXIT_MEANINGS } from "./meaning.ts";
import { findPortHolder } from "./port-holder.ts";
import { runCommand } from "./run-command.ts";

/** What the box says of itself: whether it is ready, and what is wrong. */
export interface ReadyResponse {
  readonly status: number;
  readonly problems: readonly string[];
}

const MOST_MS = 15_000;

/** Asks the box of this machine; null where none answers. */
export async function askReady(config: Config): Promise<ReadyResponse | null> {
  try {
    const answer = await fetch(`${localUrl(config)}/health/ready`, { signal: AbortSignal.timeout(MOST_MS) });
    const body: unknown = await answer.json();
    const problems =
      typeof body === "object" && body !== null && "problems" in body && Array.isArray(body.problems)
        ? body.problems.map(String)
        : [];
    return { status: answer.status, problems };
  } catch {
    // Nobody listens, or not with what the box speaks: that is what is told.
    return null;
  }
}

/** Whether it runs, whether it is ready, and why not. */
export function aboutRunning(config: Config, ready: ReadyResponse | null, isInstalled: boolean): string[] {
  return [...readiness(config, ready), ...(isInstalled ? service() : []), ...ports(config, ready)];
}

function readiness(config: Config, ready: ReadyResponse | null): string[] {
  if (ready === null) return [`It does not answer on ${localUrl(config)}`];
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
  if (text === null) return ["systemd does not tell how the service is"];
  const values = new Map(text.split("\n").map((line) => [line.split("=")[0], line.split("=")[1] ?? ""]));
  const statusText = values.get("StatusText");
  const status = Number(values.get("ExecMainStatus"));
  const why = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === status);
  return [
    `the service is ${values.get("ActiveState")}${statusText ? ` (${statusText})` : ""}, restarted ${values.get("NRestarts")} times since it was last started by hand`,
    ...(status === 0 ? [] : [`it ended with status ${status}${why ? `: ${EXIT_MEANINGS[why]}` : ""}`]),
    ...unexpectedEnds(),
  ];
}

/** Of a box that answers its ports are its own; of one that does not, somebody else may have them. */
function ports(config: Config, ready: ReadyResponse | null): string[] {
  if (ready !== null) return [];
  return [config.port, config.https.port?.number].flatMap((port) => {
    const holder = port ? findPortHolder(port) : null;
    if (holder === null) return [];
    return [
      `port ${port} is taken by ${holder === "unknown" ? "another program" : `${holder.name} (${holder.pid})`}`,
    ];
  });
}
