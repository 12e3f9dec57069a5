import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAMS } from "../harness/programs.ts";
import type { Machine } from "./network-namespaces.ts";

const PROGRAM = join(import.meta.dirname, "../..");
export const PORT = 8080;
export const HTTPS_PORT = 8443;

/** The product as a process on a machine of the site, on a data folder of its own. */
export class SiteServer {
  readonly folder = mkdtempSync(join(tmpdir(), "tallybox-site-"));
  readonly machine: Machine;
  #child: ChildProcess | null = null;
  #output = "";

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Starts it, or starts it again; resolves when it serves. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    const child = this.machine.spawn([process.execPath, PROGRAMS.server], {
      DATA_DIR: this.folder,
      PORT: String(PORT),
      STORAGE_RESERVE_MEGABYTES: "1",
      NODE_COMPILE_CACHE: join(PROGRAM, "node_modules/.cache/node"),
      ...environment,
    });
    this.#child = child;
    this.#output = "";
    let complaint = "";
    child.stderr?.on("data", (bytes) => {
      complaint += bytes;
    });
    const ready = new Promise<void>((done, failed) => {
      child.stdout?.on("data", (bytes) => {
        this.#output += bytes;
        if (/^ready /m.test(this.#output)) done();
      });
      child.on("close", (status) => failed(new Error(`the server ended with ${status}: ${complaint}`)));
    });
    await ready;
  }

  /** The lines that it has logged since its start. */
  get log(): readonly { readonly msg?: string; readonly level: number; readonly name?: string }[] {
    return this.#output.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  }

  /** Ends the process; returns its exit status. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, "close");
    child.kill(signal);
    const [status] = await ended;
    return status;
  }

  async remove(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
