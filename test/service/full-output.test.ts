import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { freePort } from "../harness/free-port.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";

test("a server whose output can't be written, as on a full disk, answers and stops as always", async () => {
  const full = openSync("/dev/full", "w");
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(process.execPath, [PROGRAMS.server], {
    env: {
      ...MINIMAL_ENVIRONMENT,
      DATA_DIR: createFolder(),
      HOST: "127.0.0.1",
      PORT: new URL(url).port,
      HTTPS_PORT: "off",
      MDNS_ENABLED: "false",
      STORAGE_RESERVE_MEGABYTES: "1",
    },
    stdio: ["ignore", full, full],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const ended = once(server, "exit");
  // A wrong login is logged at once.
  const login = () =>
    fetch(`${url}/api/pwa-auth/login-password`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ userName: "nobody", password: "none" }),
    });
  // It answers 503 until it is ready.
  await eventually(async () => expect((await login()).status).toBe(401));
  for (let request = 0; request < 3; request++) expect((await login()).status).toBe(401);
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
