import { setTimeout as sleep } from "node:timers/promises";
import { measureCounts } from "../../bench/durable/counts.ts";
import { percentile } from "../../bench/statistics.ts";
import { measureInTurns } from "../../bench/turns.ts";
import { type ServerProcess, startServerProcess } from "../../torture/server-process.ts";
import { tokenOf } from "./calls.ts";
import { joinPair } from "./joining.ts";

const CALLERS = 64;
const LOOK_MS = 50;

/** Where the three servers work: copies of the demo's folder, and one of an empty server's. */
export interface CostFolders {
  readonly alone: string;
  readonly primary: string;
  readonly standby: string;
}

/** What a standby costs on the same two processors, and how far it is behind. */
export interface Cost {
  /** Confirmed counts a second, medians of the rounds. */
  readonly without: number;
  readonly with: number;
  /** Milliseconds that the standby is behind while 64 callers count without a pause. */
  readonly lagP99: number;
  readonly longestLag: number;
}

/** Measures a server alone and one with a standby in turns. */
export async function measureCost(folders: CostFolders, rounds: number, seconds: number): Promise<Cost> {
  const servers: ServerProcess[] = [];
  const start = async (folder: string, standbyPort = "0") => {
    const server = await startServerProcess(folder, { STANDBY_PORT: standbyPort });
    servers.push(server);
    return server.url;
  };
  try {
    const [alone, primary] = [await start(folders.alone), await start(folders.primary)];
    await joinPair(primary, await start(folders.standby), folders.standby);
    const lags: number[] = [];
    const [without, withStandby] = await measureInTurns([alone, primary], rounds, async (url) => {
      const stop = url === primary ? watchLag(primary, lags) : async () => {};
      const perSecond = await count(url, seconds);
      await stop();
      return perSecond;
    });
    const ascending = Float64Array.from(lags).sort();
    return {
      without,
      with: withStandby,
      lagP99: percentile(ascending, 0.99),
      longestLag: percentile(ascending, 1),
    };
  } finally {
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
  }
}

/** Counts of 64 callers a second. */
async function count(url: string, seconds: number): Promise<number> {
  const token = await tokenOf(url, "user");
  return (await measureCounts(url, token, { callers: CALLERS, seconds })).perSecond;
}

/** Reads the lag from the primary's metrics until the returned function is called. */
function watchLag(url: string, lags: number[]): () => Promise<void> {
  let isWatching = true;
  const watching = (async () => {
    for (; isWatching; await sleep(LOOK_MS)) {
      const text = await (await fetch(`${url}/metrics`)).text();
      const seconds = /^tallybox_standby_lag_seconds (\S+)$/m.exec(text)?.[1];
      lags.push(seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000);
    }
  })();
  return async () => {
    isWatching = false;
    await watching;
  };
}
