import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

// A test run that is killed takes its browsers with it; Chromium 77 would stay.
const WITH_PARENT = ["--pdeathsig", "KILL"];

/** A program and all that it starts. */
export interface ProcessGroup {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Ends all of it at once, as a power cut does. Returns when it has gone. */
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
    // Its number may be another's once it has ended.
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
