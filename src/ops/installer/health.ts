import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../platform/config.ts";
import { localUrl, serviceEnvironment } from "../installation.ts";

/** Time limit of the first successful check. The service manager has already reported the service as ready. */
const FIRST_CHECK_MS = 20_000;
const INTERVAL_MS = 500;

/**
 * Waits until the service has been ready for some seconds. Returns null; or the problem when it is not ready in time, or stops being
 * ready. `settingsFiles` are the environment files of its unit, of which the last one wins; the default is that of the site.
 */
export async function waitHealthy(
  seconds: number,
  ...settingsFiles: readonly string[]
): Promise<string | null> {
  const url = `${localUrl(readConfig(serviceEnvironment(...settingsFiles)).config)}/health/ready`;
  for (const startedAt = performance.now(); ; await sleep(INTERVAL_MS)) {
    const problem = await findProblem(url);
    if (problem === null) break;
    if (performance.now() - startedAt > FIRST_CHECK_MS) return problem;
  }
  const endsAt = performance.now() + seconds * 1000;
  for (; performance.now() < endsAt; await sleep(INTERVAL_MS)) {
    const problem = await findProblem(url);
    if (problem !== null) return problem;
  }
  return null;
}

/** The problem of the service; null when it is ready. */
async function findProblem(url: string): Promise<string | null> {
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
