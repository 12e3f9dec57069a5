import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../../platform/config.ts";
import { localUrl, serviceEnvironment } from "../../installation.ts";

// For install.sh and upgrade.sh: `wait-healthy SECONDS [SETTINGS …]` ends with status 0 once the service has been ready for that
// time. It ends with status 1 and the reason when the service is not ready in time, or stops being ready. SETTINGS are the
// environment files of its unit, of which the last one wins; the default is that of the site.

/** Time limit of the first successful check. The service manager has already reported the service as ready. */
const FIRST_CHECK_MS = 20_000;
const INTERVAL_MS = 500;

const [duration, ...settingsFiles] = process.argv.slice(2);
const seconds = Number(duration);
const url = `${localUrl(readConfig(serviceEnvironment(...settingsFiles)).config)}/health/ready`;

/** The problem of the service; null when it is ready. */
async function findProblem(): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FIRST_CHECK_MS) });
    const text = await response.text();
    // A standby is well when it is ready to follow: it never answers anything else.
    if (response.ok || /"box":"standby"/.test(text)) return null;
    return `${url} returned ${response.status}: ${text}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `no response on ${url}: ${String(cause)}`;
  }
}

async function becomesReady(): Promise<void> {
  for (const startedAt = performance.now(); ; await sleep(INTERVAL_MS)) {
    const problem = await findProblem();
    if (problem === null) return;
    if (performance.now() - startedAt > FIRST_CHECK_MS) fail(problem);
  }
}

async function staysReady(): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  for (; performance.now() < endsAt; await sleep(INTERVAL_MS)) {
    const problem = await findProblem();
    if (problem !== null) fail(problem);
  }
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

await becomesReady();
await staysReady();
