import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOrElse } from "../../platform/read-file.ts";
import { logErrors } from "../doctor/errors.ts";
import type { Places } from "../installation.ts";

/** A failure in the words of an administrator. `reason` is its name for the console (src/ops/upgrade/record.ts). */
export class InstallerError extends Error {
  readonly reason: string;

  constructor(message: string, reason = "failed") {
    super(message);
    this.reason = reason;
  }
}

/**
 * What becomes of a command's output: this program's; dropped; returned, without the errors; or returned and passed on, with the
 * errors.
 */
type Output = "shown" | "dropped" | "returned" | "passedOn";

export interface CommandOptions {
  readonly output?: Output;
  /** The folder to run in. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a signal does: it is noted; it cancels the change at the end of the command that runs; or nothing, also to commands. */
type OnSignal = "note" | "throw" | "ignore";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Descriptors of the locks, in this program and in its commands. Other versions have the same. */
const LOCKS = { request: 8, change: 9 } as const;
type LockName = keyof typeof LOCKS;
const LAST_DESCRIPTOR = 9;

/** The machine that the installer changes: its paths, commands, locks and signals. */
export class Machine {
  readonly places: Places;
  readonly #notes: string | null;
  readonly #locks = new Map<number, number>();
  #onSignal: "end" | OnSignal = "end";
  #isInterrupted = false;

  /** `notes`: the folder for the step and the reason of an upgrade that the console has requested; null: it has not. */
  constructor(places: Places, notes: string | null = null) {
    this.places = places;
    this.#notes = notes;
    this.#keepInherited();
  }

  /** Throws InstallerError unless root runs this program. */
  assertRoot(command: string): void {
    if (process.getuid?.() !== 0)
      throw new InstallerError(`This changes the system, so it must run as root: sudo ${command}`);
  }

  say(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  warn(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /**
   * Notes the step, or the reason of the failure, for the console. Bundles of later versions write both into the folder that an
   * earlier version gives them: the names can't change.
   */
  note(what: "step" | "reason", text: string): void {
    if (this.#notes === null) return;
    try {
      writeFileSync(join(this.#notes, what), `${text}\n`);
    } catch {
      // The change matters more than its progress.
    }
  }

  /** Runs a command. Throws InstallerError where a signal has come meanwhile and signals cancel. */
  async start(
    command: string,
    args: readonly string[],
    { output = "shown", cwd, env }: CommandOptions = {},
  ): Promise<{ status: number; output: string }> {
    const words = [command, ...args];
    // A command inherits what its caller ignores, but Node can't ignore: it handles.
    if (this.#onSignal === "ignore") words.unshift("env", "--ignore-signal=INT,TERM,HUP");
    const [program = "", ...rest] = words;
    const child = spawn(program, rest, {
      ...(cwd && { cwd }),
      ...(env && { env: { ...process.env, ...env } }),
      stdio: this.#descriptors(output),
    });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (piece: Buffer) => {
        pieces.push(piece);
        if (output === "passedOn") process.stdout.write(piece);
      });
    const [code] = await once(child, "close");
    if (this.#isInterrupted && this.#onSignal === "throw")
      throw new InstallerError("The change was stopped.", "interrupted");
    return { status: Number(code ?? 1), output: Buffer.concat(pieces).toString() };
  }

  /** Runs a command that must succeed. Throws InstallerError. */
  async run(command: string, ...args: readonly string[]): Promise<void> {
    const { status } = await this.start(command, args);
    if (status !== 0) throw new InstallerError(`${command} ${args.join(" ")} has failed.`);
  }

  /** Whether a command succeeds. Its output is dropped. */
  async succeeds(command: string, ...args: readonly string[]): Promise<boolean> {
    return (await this.start(command, args, { output: "dropped" })).status === 0;
  }

  /** The output of a command, whether it succeeds or not. */
  async read(command: string, ...args: readonly string[]): Promise<string> {
    return (await this.start(command, args, { output: "returned" })).output.trim();
  }

  /**
   * Removes files and folders with all that is in them. By rm, which follows no link, even where the service exchanges a folder for
   * one meanwhile.
   */
  async remove(...paths: readonly string[]): Promise<void> {
    if (paths.length > 0) await this.run("rm", "-rf", "--", ...paths);
  }

  /** Prints the last errors in the log of a unit, in readable form. */
  async showLog(unit: string): Promise<void> {
    const log = await this.read("journalctl", `--unit=${unit}`, "--lines=200", "--output=cat", "--no-pager");
    this.warn(logErrors(log).join("\n"));
  }

  /**
   * Takes a lock that ends with this program and all its commands. False: another process has it. `shared` with others that share
   * it; `waitS` seconds at most.
   */
  lock(name: LockName, { shared = false, waitS = 0 } = {}): boolean {
    const path = name === "change" ? this.places.lock : join(this.places.run, "lock");
    const number = LOCKS[name];
    const fd = openSync(path, "a");
    const wait = waitS > 0 ? ["-w", String(waitS)] : ["-n"];
    const stdio = this.#descriptors("shown");
    stdio[number] = fd;
    const { status } = spawnSync("flock", [...wait, ...(shared ? ["-s"] : []), String(number)], { stdio });
    if (status === 0) this.#locks.set(number, fd);
    else closeSync(fd);
    return status === 0;
  }

  unlock(name: LockName): void {
    const fd = this.#locks.get(LOCKS[name]);
    if (fd !== undefined) closeSync(fd);
    this.#locks.delete(LOCKS[name]);
  }

  /** Runs something with a lock; null where another process, or this one, has it. */
  async withLock<T>(name: LockName, run: () => Promise<T> | T, options = {}): Promise<T | null> {
    if (this.#locks.has(LOCKS[name]) || !this.lock(name, options)) return null;
    try {
      return await run();
    } finally {
      this.unlock(name);
    }
  }

  /** Sets what a signal does from now on. Before, it ends this program. */
  onSignal(effect: OnSignal): void {
    if (this.#onSignal === "end")
      for (const signal of SIGNALS)
        process.on(signal, () => {
          this.#isInterrupted = true;
        });
    this.#onSignal = effect;
  }

  /** Whether a signal has come since the first `onSignal`. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** The lock of a request that has started this program as its upgrade. Node closes it in commands unless they are given it. */
  #keepInherited(): void {
    const fd = LOCKS.request;
    const lock = readOrElse(() => statSync(join(this.places.run, "lock")), null);
    try {
      const { ino, dev } = fstatSync(fd);
      if (ino === lock?.ino && dev === lock.dev) this.#locks.set(fd, fd);
    } catch {
      // Started by hand.
    }
  }

  #descriptors(output: Output): (number | "ignore" | "inherit" | "pipe")[] {
    const [out, err] = {
      shown: ["inherit", "inherit"] as const,
      dropped: ["ignore", "ignore"] as const,
      returned: ["pipe", "inherit"] as const,
      passedOn: ["pipe", "pipe"] as const,
    }[output];
    const others = Array.from({ length: LAST_DESCRIPTOR - 2 }, (_, i) => this.#locks.get(i + 3) ?? "ignore");
    return ["ignore", out, err, ...others];
  }
}
