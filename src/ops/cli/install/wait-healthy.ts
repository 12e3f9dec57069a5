import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../../platform/config.ts";
import { localUrl, serviceEnvironment } from "../../installation.ts";

// For install.sh and upgrade.sh: `wait-healthy.ts SECONDS [SETTINGS …]` ends with status 0 once the service has answered for so
// long that it is ready, with status 1 and the reason when it says no in between, or does not begin to in time. SETTINGS are the
// environment files of its unit, the last one wins; without any, that of the site.

/** For the first good answer: the manager has called it ready already. */
const BEGIN_MS = 20_000;
const EVERY_MS = 500;

const [duration, ...settingsFiles] = process.argv.slice(2);
const seconds = Number(duration);
const url = `${localUrl(readConfig(serviceEnvironment(...settingsFiles)).config)}/health/ready`;

/** What is wrong; null when it is ready. */
async function complaint(): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(BEGIN_MS) });
    const text = await answer.text();
    return answer.ok ? null : `${url} answers ${answer.status}: ${text}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${url} does not answer: ${String(cause)}`;
  }
}

async function becomesReady(): Promise<void> {
  for (const began = performance.now(); ; await sleep(EVERY_MS)) {
    const wrong = await complaint();
    if (wrong === null) return;
    if (performance.now() - began > BEGIN_MS) refuse(wrong);
  }
}

async function staysReady(): Promise<void> {
  for (const began = performance.now(); performance.now() - began < seconds * 1000; await sleep(EVERY_MS)) {
    const wrong = await complaint();
    if (wrong !== null) refuse(wrong);
  }
}

function refuse(wrong: string): never {
  process.stderr.write(`${wrong}\n`);
  process.exit(1);
}

await becomesReady();
await staysReady();
