import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { add } from "./command.ts";

const quoted = (word: string) => `'${word}'`;

/** Runs the command on a terminal (script of bsdutils), and types each answer at its prompt. */
async function onTerminal(
  server: TestServer,
  answers: readonly (readonly [question: string, typed: string])[],
) {
  const command = [process.execPath, PROGRAMS.tenant, ...add("Third", "grace")].map(quoted).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    env: { ...MINIMAL_ENVIRONMENT, DATA_DIR: server.folder, STORAGE_RESERVE_MEGABYTES: "1", TERM: "dumb" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const left = [...answers];
  let shown = "";
  child.stdout.on("data", (piece) => {
    shown += piece;
    const [next] = left;
    if (next === undefined || !shown.includes(next[0])) return;
    left.shift();
    child.stdin.write(next[1]);
  });
  const [status] = await once(child, "close");
  return { status, shown };
}

const logIn = async (server: TestServer, password: string) => {
  await server.restart();
  return server.anonymous.post("/api/pwa-auth/login-password", { userName: "grace", password });
};

test("on a terminal the password is asked for twice, and never shown", async () => {
  const server = await startServer();
  await server.halt();
  const { status, shown } = await onTerminal(server, [
    ["Password of grace", "a good password\r"],
    ["Repeat the password", "a good password\r"],
  ]);
  expect(status).toBe(0);
  expect(shown).toContain("Tenant Third was added");
  expect(shown).not.toContain("a good password");
  expect((await logIn(server, "a good password")).status).toBe(200);
});

test("an empty password is replaced by a generated one, shown once", async () => {
  const server = await startServer();
  await server.halt();
  const { shown } = await onTerminal(server, [["Password of grace", "\r"]]);
  const password = /shown only now: (\S+)/.exec(shown)?.[1] ?? "";
  expect((await logIn(server, password)).status).toBe(200);
});

test.each([
  ["two that differ", "a good passworD\r", /do not match\. Nothing was changed/],
  ["Ctrl+C", "\u0003", /Cancelled\. Nothing was changed/],
  ["Ctrl+D", "\u0004", /Cancelled\. Nothing was changed/],
])("%s: nothing changes", async (_, second, sentence) => {
  const server = await startServer();
  await server.halt();
  const { status, shown } = await onTerminal(server, [
    ["Password of grace", "a good password\r"],
    ["Repeat the password", second],
  ]);
  expect(status).toBe(1);
  expect(shown).toMatch(sentence);
  expect((await logIn(server, "a good password")).status).toBe(401);
});
