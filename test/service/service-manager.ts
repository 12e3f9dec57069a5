import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createFolder } from "../harness/folder.ts";

const RECEIVER = join(import.meta.dirname, "receiver.pl");

/** A stand-in for the service manager, with a real socket that stores its messages. */
export interface ServiceManager {
  readonly pid: number;
  /** The environment of a process of this manager. */
  readonly environment: Readonly<Record<string, string>>;
  /** The messages, oldest first, each with its lines joined by a blank. */
  messages(): string[];
  /** The processes that sent them. */
  senders(): Set<number>;
  /** How many messages begin so. */
  count(beginning: string): number;
}

export async function startServiceManager(): Promise<ServiceManager> {
  const folder = createFolder();
  const [socket, file] = [join(folder, "socket"), join(folder, "messages")];
  const receiver = spawn("perl", [RECEIVER, socket, file], { stdio: "inherit" });
  onTestFinished(() => void receiver.kill("SIGKILL"));
  await expect.poll(() => existsSync(file)).toBe(true);
  const lines = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ pid: Number.parseInt(line, 10), message: line.slice(line.indexOf(" ") + 1) }));
  const messages = () => lines().map(({ message }) => message);
  return {
    pid: receiver.pid ?? 0,
    environment: { NOTIFY_SOCKET: socket },
    messages,
    senders: () => new Set(lines().map(({ pid }) => pid)),
    count: (beginning) => messages().filter((message) => message.startsWith(beginning)).length,
  };
}
