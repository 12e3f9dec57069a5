import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

// The end of a test run ends its browsers too; Chromium 77 would go on.
const WITH_PARENT = ["--pdeathsig", "KILL"];

/** A program with all its child processes. */
export interface ProcessGroup {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Kills all of it, as a power cut does. Resolves when it has ended. */
  kill(): Promise<void>;
}

/** Starts a program as the leader of a group of processes, so that the group can be ended as one. */
export async function startGroup(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ProcessGroup> {
  const child = spawn("setpriv", [...WITH_PARENT, program, ...args], { ...options, detached: true });
  const exit = once(child, "exit");
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} did not start: ${await exit.catch(String)}`);
  const endGroup = () => {
    // After its end the process id may belong to another process.
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, "SIGKILL");
  };
  process.once("exit", endGroup);
  child.once("exit", () => process.off("exit", endGroup));
  return {
    pid,
    child,
    async kill() {
      endGroup();
      await exit;
    },
  };
}
