import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../torture/random.ts";
import { call, tokenOf, until } from "./calls.ts";
import { checkCounts, differencesOf } from "./checks.ts";
import { CountingTerminal } from "./counting-terminal.ts";
import { type Failure, fail, failForGood, returnFormer } from "./failures.ts";
import { joinPair, untilComplete } from "./joining.ts";
import type { KillableMachine } from "./killable-machine.ts";
import type { PairOfMachines } from "./pair-site.ts";

// One round of a pair: terminals count while both machines fail again and again, then the primary fails for good, the standby is
// promoted, and the former primary comes back.

/** What a round has shown. Every number but the first must be 0. */
export interface RoundResult {
  readonly counts: number;
  readonly lost: number;
  readonly doubled: number;
  /** Writes that the former primary has taken. */
  readonly takenByFormer: number;
  /** Files in which the copy differed from the primary before the promotion. */
  readonly differences: number;
}

/** A round: its failures, the last one for good. */
export interface RoundOptions {
  readonly terminals: number;
  readonly failures: readonly Failure[];
  readonly lastFailure: Failure;
  readonly machines: PairOfMachines;
  readonly random: Random;
}

/** Terminals that count without a pause. */
interface Load {
  readonly terminals: readonly CountingTerminal[];
  target: string;
  isCounting: boolean;
  done: Promise<unknown>;
}

/** Plays a round. Throws where the machines do not come to rest. */
export async function playRound(options: RoundOptions): Promise<RoundResult> {
  const { random, failures, lastFailure } = options;
  const { primary, standby } = options.machines;
  let load: Load | null = null;
  try {
    await Promise.all([primary.start(), standby.start()]);
    const code = await joinPair(primary.url, standby.url, standby.folder);
    const token = await tokenOf(primary.url, "user");
    const terminals = Array.from({ length: options.terminals }, () => new CountingTerminal(token));
    load = startCounting(terminals, primary.url, random);
    for (const failure of failures) await fail(failure, random.pick([primary, standby]), random);
    await stopCounting(load);
    await untilComplete(primary.url);
    const differences = await differencesOf(primary, standby);
    load = startCounting(terminals, primary.url, random);
    await sleep(random.between(300, 1000));
    await failForGood(lastFailure, primary);
    await promote(standby, code);
    load.target = standby.url;
    await until(async () => (await terminals[0]?.count(standby.url)) === true, "counting goes on");
    const probe = new CountingTerminal(token);
    const takenByFormer = await returnFormer(lastFailure, primary, probe);
    await stopCounting(load);
    const all = [...terminals, probe];
    for (const terminal of all) await deliverAll(terminal, standby.url);
    const sent = all.flatMap((terminal) => terminal.sent);
    const { lost, doubled } = await checkCounts(standby.url, token, sent);
    return { counts: sent.length, lost, doubled, takenByFormer, differences };
  } finally {
    if (load !== null) load.isCounting = false;
    await Promise.all([primary.kill(), standby.kill()]);
    options.machines.remove();
  }
}

function startCounting(terminals: readonly CountingTerminal[], target: string, random: Random): Load {
  const load: Load = { terminals, target, isCounting: true, done: Promise.resolve() };
  const counting = terminals.map(async (terminal) => {
    for (; load.isCounting; await sleep(random.between(20, 220))) await terminal.count(load.target);
  });
  load.done = Promise.all(counting);
  return load;
}

async function stopCounting(load: Load): Promise<void> {
  load.isCounting = false;
  await load.done;
}

/** Until every count has its receipt. The first one tells the terminal of the server's history, as any request does. */
async function deliverAll(terminal: CountingTerminal, url: string): Promise<void> {
  await until(() => terminal.count(url), "a last count is taken");
  await until(async () => {
    await terminal.deliver(url);
    return terminal.sent.every(({ isTaken }) => isTaken);
  }, "every count has its receipt");
}

async function promote(standby: KillableMachine, code: string): Promise<void> {
  await until(async () => {
    await call(standby.url, "PUT", "/api/standby/promotion", null, { code });
    return true;
  }, "the standby is promoted");
}
