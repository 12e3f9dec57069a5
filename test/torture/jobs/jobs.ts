import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callerOf, demand } from "../call.ts";
import { type Fixture, freshFolder } from "../fixture.ts";
import type { Run } from "../part.ts";
import { diskAt, readStart } from "../power/disk.ts";
import { writeImage } from "../power/image.ts";
import { readJournal } from "../power/journal.ts";
import { afterTheCut } from "../power/machine.ts";
import type { Random } from "../random.ts";
import { startServerProcess } from "../server-process.ts";
import { compileShim, type Shim } from "../shim/shim.ts";
import { fault, named, total, type Verdict } from "../verdict.ts";
import { type Content, contentOf, differences } from "./content.ts";
import { drive, endOfJobs, type Told } from "./drive.ts";
import { differingExports, type Exports, exportsOf } from "./exports.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";

/** Images of one recording. */
const IMAGES = 4;
/** Kills after each recording. */
const KILLS = 4;
/** Servers at once: one for each core that can start a server. */
const AT_ONCE = 2;
const SYNC_MS = 4;
const AGAIN_MS = 300;

/** A scenario, ready to start, and its results without an interruption. */
interface Stage {
  readonly scenario: Scenario;
  readonly folder: string;
  readonly id: number;
  readonly before: Content;
  readonly after: Content;
  /** Before the job: after its cancellation or undo they must be the same. */
  readonly exports: Exports;
  readonly wholeMs: number;
}

/** SIGKILL and power cuts at random moments of each kind of job, its cancellation and its undo. */
export async function jobs({ fixture, rounds, random }: Run): Promise<Verdict> {
  const shim = await compileShim(fixture.scratch);
  const verdicts: Verdict[] = [];
  const stages = new Map<Scenario, Stage>();
  for (let turn = 0; verdicts.length < rounds; turn++) {
    const scenario = scenarioOf(turn, rounds);
    const stage = stages.get(scenario) ?? (await makeStage(fixture, scenario));
    stages.set(scenario, stage);
    // A short run has one round of each kind.
    const isShort = rounds < SCENARIOS.length * (KILLS + IMAGES);
    const kills = isShort ? 1 - (turn % 2) : KILLS;
    const images = isShort ? turn % 2 : IMAGES;
    const found = [
      ...(images > 0 ? await cutThePower(fixture, shim, stage, random, images) : []),
      ...(await several(kills, random, (own) => killOnce(fixture, stage, own))),
    ];
    verdicts.push(...found.map((verdict) => named(scenario.name, verdict)));
  }
  return total(verdicts);
}

/** The scenario of a turn: all in order; where there are fewer rounds, some of all kinds. */
function scenarioOf(turn: number, rounds: number): Scenario {
  const { length } = SCENARIOS;
  const index = rounds < length ? Math.floor((turn * length) / rounds) : turn;
  const scenario = SCENARIOS[index % length];
  if (scenario === undefined) throw new RangeError("no scenario");
  return scenario;
}

/** Runs rounds, two at a time. */
async function several(
  count: number,
  random: Random,
  round: (random: Random) => Promise<Verdict>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const branches = Array.from({ length: count }, () => random.branch());
  const lane = async () => {
    for (let own = branches.pop(); own !== undefined; own = branches.pop()) verdicts.push(await round(own));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return verdicts;
}

/** Runs the scenario once without an interruption. */
async function makeStage(fixture: Fixture, scenario: Scenario): Promise<Stage> {
  const folder = await freshFolder(fixture, `stage-${scenario.name.replaceAll(/\W+/g, "-")}`);
  const first = await startServerProcess(folder);
  const call = callerOf(first.url, fixture.token);
  const id = await scenario.prepare(call);
  const exports = await exportsOf(call);
  await first.end("SIGTERM");
  const before = contentOf(folder);
  const copy = await copyOf(fixture, folder);
  const second = await startServerProcess(copy);
  const began = performance.now();
  const { ending, ...rest } = scenario;
  // The result of a job that was cancelled too late.
  const whole = ending === "undo" ? scenario : rest;
  await drive(second, fixture, { scenario: whole, id, cancelMs: 0 }, () => 0);
  const wholeMs = performance.now() - began;
  await second.end("SIGTERM");
  const after = contentOf(copy);
  return { scenario, folder, id, before, after, exports, wholeMs };
}

async function killOnce(fixture: Fixture, stage: Stage, random: Random): Promise<Verdict> {
  const folder = await copyOf(fixture, stage.folder);
  const server = await startServerProcess(folder);
  const driving = drive(
    server,
    fixture,
    { ...stage, cancelMs: random.between(0, stage.wholeMs / 2) },
    () => 0,
  );
  await sleep(random.between(0, stage.wholeMs * 1.1));
  await server.end("SIGKILL");
  return checkAfter(fixture, folder, stage, await driving, random);
}

async function cutThePower(
  fixture: Fixture,
  shim: Shim,
  stage: Stage,
  random: Random,
  images: number,
): Promise<Verdict[]> {
  const folder = await copyOf(fixture, stage.folder);
  const journal = join(fixture.scratch, `journal-${random.below(2 ** 32)}`);
  const fd = openSync(journal, "a+");
  const now = () => fstatSync(fd).size;
  const start = readStart(folder);
  const server = await startServerProcess(folder, shim.environment({ folder, journal, syncMs: SYNC_MS }));
  const from = now();
  const told = await drive(server, fixture, { ...stage, cancelMs: random.between(0, stage.wholeMs) }, now);
  await server.end("SIGKILL");
  closeSync(fd);
  const changes = readJournal(readFileSync(journal));
  const later = changes.filter(({ end }) => end > from);
  const verdicts = await several(images, random, async (own) => {
    const until = own.pick(later).end;
    const cut = join(fixture.scratch, `cut-${own.below(2 ** 32)}`);
    writeImage(diskAt(start, changes, until), cut, own);
    const known = toldUntil(told, until);
    const verdict = await checkAfter(fixture, cut, stage, known, own, afterTheCut(cut, shim, own));
    return named(`cut at ${until}`, verdict);
  });
  await rm(journal);
  return verdicts;
}

function toldUntil({ seenAt, undoneAt, counts }: Told, until: number): Told {
  const before = (at: number | null) => (at !== null && at <= until ? at : null);
  return {
    seenAt: before(seenAt),
    undoneAt: before(undoneAt),
    counts: new Map([...counts].filter(([, at]) => at <= until)),
  };
}

/** Starts the server, waits for the end of its job, and compares the data. */
async function checkAfter(
  fixture: Fixture,
  folder: string,
  stage: Stage,
  told: Told,
  random: Random,
  environment: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
  try {
    if (random.isBelow(0.3)) {
      const again = await startServerProcess(folder, environment);
      await sleep(random.between(0, AGAIN_MS));
      await again.end("SIGKILL");
    }
    const server = await startServerProcess(folder, environment);
    const call = callerOf(server.url, fixture.token);
    const job = await endOfJobs(call);
    const ownJob = job !== null && job.id > stage.before.lastJob ? job : null;
    if (ownJob?.state === "done" && stage.scenario.ending === "undo") {
      await demand(call, "PUT", `/api/jobs/${ownJob.id}/undo`);
      await endOfJobs(call);
    }
    const state = ownJob?.state ?? null;
    const differing = isUndone(stage, state) ? differingExports(await exportsOf(call), stage.exports) : [];
    await server.end("SIGTERM");
    const verdict = verdictOf(stage, told, state, contentOf(folder));
    return { ...verdict, faults: [...verdict.faults, ...differing] };
  } catch (error) {
    return fault(error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether nothing of the job must be left at the end. */
function isUndone({ scenario }: Stage, state: string | null): boolean {
  return state === null || state === "cancelled" || state === "undone" || scenario.ending === "undo";
}

function verdictOf(stage: Stage, told: Told, state: string | null, found: Content): Verdict {
  const lost = [...told.counts.keys()].filter((id) => !found.counts.has(id)).map((id) => `count ${id}`);
  if (told.seenAt !== null && state === null) lost.push("the job that was seen");
  if (told.undoneAt !== null && state !== "undone") lost.push("the acknowledged undo");
  const expected = isUndone(stage, state) ? stage.before : stage.after;
  const faults = [...found.damage, ...differences(found, expected)];
  if (state === "failed") faults.push("the job has failed");
  return { checked: told.counts.size + 1, lost, faults: faults.map((one) => `${state}: ${one}`) };
}

async function copyOf({ scratch }: Fixture, folder: string): Promise<string> {
  const copy = `${folder}-copy-${performance.now()}`.replace(/^.*\//, `${scratch}/`);
  await cp(folder, copy, { recursive: true });
  return copy;
}
