import { type ChildProcess, spawn } from "node:child_process";
import type { LauncherEvent, LauncherRequest } from "./launcher.ts";

// Process that starts programs for the server (launcher.ts), because a start blocks the process that makes it for as long as the
// kernel needs to copy its memory map. It ends when the server closes the channel.

const programs = new Map<number, ChildProcess>();

const send = (event: LauncherEvent) => process.send?.(event);

process.on("message", (request: LauncherRequest) => {
  if ("signal" in request) programs.get(request.id)?.kill(request.signal);
  else start(request);
});
process.on("disconnect", () => {
  for (const program of programs.values()) program.kill("SIGKILL");
  process.exit();
});

function start({ id, start: { command, cwd, env } }: Extract<LauncherRequest, { start: object }>): void {
  const [file = "", ...args] = command;
  const program = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  programs.set(id, program);
  if (program.pid !== undefined) send({ id, pid: program.pid });
  for (const stream of ["stdout", "stderr"] as const)
    program[stream].on("data", (chunk: Buffer) => send({ id, stream, chunk }));
  program.on("error", (error) => {
    programs.delete(id);
    send({ id, error: error.message });
  });
  program.on("close", (status, signal) => {
    programs.delete(id);
    send({ id, closed: [status, signal] });
  });
}
