import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placesIn } from "../../src/ops/installation.ts";
import { type CommandOptions, Machine } from "../../src/ops/installer/machine.ts";
import { createFolder } from "../harness/folder.ts";

/** A command in place of one that would change the test's machine: its status, and its output. */
type StandIn = (args: readonly string[]) => { readonly status?: number; readonly output?: string };

/** The machine that root's program changes, with its files in a folder of the test, which is removed when the test ends. */
export class RootMachine extends Machine {
  readonly root: string;
  /** What was printed, and the errors. */
  readonly said: string[] = [];
  readonly warned: string[] = [];
  /** The calls of stand-ins, in order. */
  readonly calls: string[] = [];
  /** The commands that are not run, by name. */
  readonly standIns: Record<string, StandIn>;

  constructor(standIns: Readonly<Record<string, StandIn>> = {}) {
    const root = createFolder();
    const places = placesIn(root);
    super(places, places.run);
    this.root = root;
    this.standIns = { systemctl: () => ({}), ...standIns };
    for (const folder of ["app", "data", "run", "units"] as const)
      mkdirSync(places[folder], { recursive: true });
    mkdirSync(join(places.data, "upgrade"));
    mkdirSync(join(root, "etc/tallybox"));
  }

  /** Adds versions; `current` runs. */
  install(current: string, ...others: readonly string[]): void {
    for (const version of [current, ...others])
      for (const folder of ["migrations", "systemd"])
        mkdirSync(join(this.places.app, version, folder), { recursive: true });
    symlinkSync(current, join(this.places.app, "current"));
  }

  override async start(command: string, args: readonly string[], options: CommandOptions = {}) {
    const standIn = this.standIns[command];
    if (standIn === undefined) return super.start(command, args, options);
    this.calls.push([command, ...args].join(" "));
    return { status: 0, output: "", ...standIn(args) };
  }

  override say(text: string): void {
    this.said.push(text);
  }

  override warn(text: string): void {
    this.warned.push(text);
  }

  override assertRoot(): void {
    // The test is root of its folder.
  }
}

/** A folder as restores and upgrades set it aside, with a database. */
export function createSetAside(path: string, file = "tally-20260101T000000000Z.db"): string {
  mkdirSync(path);
  writeFileSync(join(path, file), "");
  return path;
}
