import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "../../platform/error-code.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { UPGRADE_FOLDER } from "../../storage/files/file-names.ts";
import { verifyBundle } from "../cli/release/signature.ts";
import { MAX_BUNDLE_BYTES, MAX_SIGNATURE } from "../upgrade/bundle.ts";
import { isOlder, isVersion, previousVersion } from "../upgrade/previous.ts";
import { readRecord } from "../upgrade/record.ts";
import { dropFile, InboxError, takeFile } from "./inbox.ts";
import { InstallerError, type Machine } from "./machine.ts";
import { type NotedRequest, type NotedState, noteInterrupted, noteRequest, nowInSeconds } from "./notes.ts";
import { currentVersion, highestVersion, readRelease } from "./releases.ts";
import { settle } from "./settle.ts";
import { freeSpaceKb, notEnoughSpace } from "./trial.ts";

// Carries out what the console has requested: an upgrade to the uploaded bundle, going back to the previous version, or the address
// that root has prepared for the promotion of a standby. tallybox-upgrade.service starts it as root when the request exists. The
// service writes the data folder, so nothing there is trusted: it takes one word and a bundle from it, copies the bundle to a folder
// of root, and only then checks its signature with the installed program and keys.

const BUNDLE = "bundle.tar.gz";
const MAX_REQUEST_BYTES = 64;
const MB = 1024 * 1024;
/** The bundle, and what it unpacks to. */
const NEEDED_MB = (5 * MAX_BUNDLE_BYTES) / MB;
/** The end of a killed request waits so long for its last process. */
const PATIENCE_S = 60;

/** Carries out the request in the inbox. Returns the exit status: a failed request is a failure of the unit, which systemctl shows. */
export async function carryOutRequest(machine: Machine): Promise<number> {
  mkdirSync(machine.places.run, { recursive: true });
  // A request of another run: that one drops it at its end.
  if (!machine.lock("request")) return 0;
  // The unit or the machine is stopped: what runs ends first and puts all back, then the record is written.
  machine.onSignal("note");
  return new Request(machine).carryOut();
}

/** One request of the console. */
export class Request {
  readonly #machine: Machine;
  #noted: NotedRequest;

  constructor(machine: Machine) {
    this.#machine = machine;
    const from = currentVersion(machine.places);
    this.#noted = { action: null, from, version: null, startedDT: nowInSeconds() };
  }

  async carryOut(): Promise<number> {
    const { release } = this.#machine.places;
    const request = this.take();
    // A promoted standby. The address is root's own (scripts/promote --prepare).
    if (request === "address") return addAddress(this.#machine, join(release, "scripts/promote"));
    try {
      await this.#change(request);
      return this.finish({ state: "done" });
    } catch (error) {
      const reason = error instanceof InstallerError ? error.reason : "failed";
      return this.finish({
        state: "failed",
        reason,
        detail: errorMessage(error),
      });
    }
  }

  /** The request, as letters of one line. It is removed first, so that no end of this program leads to a second run. */
  take(): string {
    const { run } = this.#machine.places;
    for (const name of ["step", "reason"]) rmSync(join(run, name), { force: true });
    const file = join(run, "request");
    try {
      takeFile(inbox(this.#machine), "request", { to: file, maxBytes: MAX_REQUEST_BYTES });
    } catch {
      // Not understood, below.
    }
    dropRequest(this.#machine);
    const [line = ""] = readFileSync(file, "latin1").split("\n");
    rmSync(file);
    return line.replaceAll(/[^a-z -]/g, "");
  }

  async #change(request: string): Promise<void> {
    const { app, release } = this.#machine.places;
    if (request === "upgrade") {
      this.#note({ action: "upgrade" });
      await this.#fetchBundle();
      await this.#verifyBundle();
      await this.#run(join(await this.#unpackBundle(), "scripts/upgrade.sh"));
      return;
    }
    const option = /^return (keep-data|earlier-data)$/.exec(request)?.[1];
    if (option === undefined) throw new InstallerError("", "notUnderstood");
    const { from } = this.#noted;
    this.#note({ action: "return", version: from === null ? null : previousVersion(app, from) });
    await this.#run(join(release, "scripts/go-back"), `--${option}`);
  }

  #note(known: Partial<NotedRequest>): void {
    this.#noted = { ...this.#noted, ...known };
    noteRequest(this.#machine.places, this.#noted, { state: "running" });
  }

  /** Copies the bundle and its signature to a folder of root. */
  async #fetchBundle(): Promise<void> {
    const { app, releaseKeys, work } = this.#machine.places;
    this.#machine.note("step", "checking");
    if (!existsSync(releaseKeys)) throw new InstallerError("", "noKeys");
    await this.#machine.remove(work);
    // The server must not find a full disk meanwhile.
    const freeMb = Math.floor((await freeSpaceKb(this.#machine, app)) / 1024);
    if (freeMb < NEEDED_MB) throw notEnoughSpace(NEEDED_MB, freeMb);
    mkdirSync(work, { mode: 0o700 });
    this.#take(BUNDLE, MAX_BUNDLE_BYTES, "noBundle");
    this.#take(`${BUNDLE}.sig`, MAX_SIGNATURE, "unsigned");
  }

  #take(name: string, maxBytes: number, missing: string): void {
    try {
      takeFile(inbox(this.#machine), name, { to: join(this.#machine.places.work, name), maxBytes });
    } catch (error) {
      const problem = error instanceof InboxError ? error.problem : "other";
      throw new InstallerError(
        "",
        { missing, other: "noSpace", notAFile: problem, tooLarge: problem }[problem],
      );
    }
  }

  /** Checks the signature of root's copy with the installed program and keys. */
  async #verifyBundle(): Promise<void> {
    const { releaseKeys, work } = this.#machine.places;
    try {
      await verifyBundle(join(work, BUNDLE), releaseKeys);
    } catch (error) {
      const reason = errorMessage(error);
      throw new InstallerError(`This bundle can't be trusted: ${reason}. Nothing was changed.`, "untrusted");
    }
  }

  /** Unpacks root's copy. Returns the folder of the release. */
  async #unpackBundle(): Promise<string> {
    const { places } = this.#machine;
    const { from } = this.#noted;
    this.#machine.note("step", "unpacking");
    const [bundle, parent] = [join(places.work, BUNDLE), join(places.work, "release")];
    mkdirSync(parent);
    const tar = ["-C", parent, "--no-same-owner", "-xzf", bundle];
    const { status, output } = await this.#machine.start("tar", tar, { output: "passedOn" });
    if (status !== 0) throw new InstallerError(output, "noSpace");
    const [name = ""] = readdirSync(parent);
    const release = readRelease(join(parent, name));
    if (release === null || !isVersion(release.version)) throw new InstallerError("", "notABundle");
    const { version, arch } = release;
    this.#noted = { ...this.#noted, version };
    if (arch !== readRelease(places.release)?.arch) throw new InstallerError("", "wrongProcessor");
    if (version === from) throw new InstallerError("", "same");
    if (from !== null && isOlder(version, from)) throw new InstallerError("", "older");
    // After going back too: whoever controls the service could go back, and then install a version with known holes.
    const highest = highestVersion(places);
    if (highest !== null && isOlder(version, highest)) throw new InstallerError("", "olderThanBefore");
    this.#note({});
    rmSync(bundle);
    return join(parent, name);
  }

  /** Runs a script of a release, whose output goes to the journal. Throws InstallerError with its reason and its last line. */
  async #run(script: string, ...args: readonly string[]): Promise<void> {
    const { run } = this.#machine.places;
    if (this.#machine.isInterrupted) throw new InstallerError("", "interrupted");
    rmSync(join(run, "reason"), { force: true });
    const options = { output: "passedOn", env: { UPGRADE_NOTES: run } } as const;
    const { status, output } = await this.#machine.start(script, args, options);
    if (status === 0) return;
    const reason = readSmallFile(join(run, "reason"))?.trim() || "failed";
    throw new InstallerError(output.trimEnd().split("\n").at(-1) ?? "", reason);
  }

  /** Notes the end. A stop of the unit is the reason of whatever failed after it. */
  async finish(state: NotedState): Promise<number> {
    const { places, isInterrupted } = this.#machine;
    const isStopped = isInterrupted && state.state === "failed";
    await this.#machine.remove(places.work);
    await warnOfError(this.#machine, () => dropRequest(this.#machine));
    noteRequest(places, this.#noted, isStopped ? { ...state, reason: "interrupted" } : state);
    for (const name of ["step", "reason"]) rmSync(join(places.run, name), { force: true });
    return state.state === "done" ? 0 : 1;
  }
}

/** Runs a part that may fail without stopping the rest. */
async function warnOfError(machine: Machine, run: () => Promise<void> | void): Promise<void> {
  try {
    await run();
  } catch (error) {
    machine.warn(String(error));
  }
}

function inbox({ places }: Machine): string {
  return join(places.data, UPGRADE_FOLDER);
}

function dropRequest(machine: Machine): void {
  dropFile(inbox(machine), "request");
}

/**
 * Adds the prepared address, and notes the result for the server, which reads its time (src/ops/upgrade/prepared-address.ts). It is no upgrade,
 * so the record of upgrades stays as it is.
 */
export async function addAddress(machine: Machine, promote: string): Promise<number> {
  const { status, output } = await machine.start(promote, ["--prepared"], { output: "passedOn" });
  writeFileSync(join(machine.places.run, "address"), `${output.trimEnd()}\n`);
  return status === 0 ? 0 : 1;
}

/**
 * After the end of the unit, which may be a kill: stops a trial, completes or forgets the change, notes the result, and starts the
 * server. The note comes first: the unit's time for its end may be over before a server that converts data has started. The server is
 * started after each end: one that runs is left alone. While an upgrade by command runs, the trial, the last step and the start are
 * its own.
 */
export async function cleanUpAfterEnd(machine: Machine): Promise<void> {
  const { places } = machine;
  mkdirSync(places.run, { recursive: true });
  // What was killed holds its lock until the last of its processes has ended.
  if (!machine.lock("request", { waitS: PATIENCE_S })) {
    machine.warn(
      `A process of the request still runs after ${PATIENCE_S} s. The next start of tallybox completes or forgets the upgrade.`,
    );
    return;
  }
  // Released at once: the start below removes leftovers with this lock.
  const isFree = (await machine.withLock("change", () => true, { shared: true })) ?? false;
  if (readRecord(places.run, places.app)?.state === "running") {
    if (isFree) await machine.succeeds("systemctl", "stop", "tallybox-trial");
    await warnOfError(machine, () => dropRequest(machine));
    // Its failure stops the start below too, and is in the journal.
    if (isFree) await warnOfError(machine, () => settle(machine));
    await noteInterrupted(machine);
  }
  if (isFree) await machine.start("systemctl", ["start", "tallybox"]);
}
