import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as plainly } from "node:http";
import { request as securely } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAppliance } from "../../src/app/appliance.ts";
import { readConfig } from "../../src/platform/config.ts";

// A program for a network namespace: a server that requires HTTPS for logins, and its responses to a login from three hosts.

const ADDRESS = "192.168.77.1";
const folder = mkdtempSync(join(tmpdir(), "tallybox-other-host-"));
const appliance = await startAppliance(
  readConfig({
    HOST: "0.0.0.0",
    PORT: "0",
    HTTPS_PORT: "0",
    HTTPS_REQUIRED_FOR_LOGIN: "true",
    MDNS_ENABLED: "false",
    LOG_LEVEL: "silent",
    STORAGE_RESERVE_MEGABYTES: "1",
    DATA_DIR: folder,
  }),
);
const ca = readFileSync(join(folder, "tls", "ca.crt"));
const httpsPort = appliance.certificates?.status().httpsPort;

function login(send: typeof plainly, options: object): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const headers = { "Content-Type": "application/json" };
    const sent = send(
      { method: "POST", path: "/api/login", agent: false, headers, ...options },
      (response) => {
        response.resume();
        done(response.statusCode);
      },
    );
    sent.on("error", failed);
    sent.end("{}");
  });
}

const responses = {
  http: await login(plainly, { host: ADDRESS, port: appliance.port }),
  https: await login(securely, { host: ADDRESS, port: httpsPort, ca }),
  loopback: await login(plainly, { host: "127.0.0.1", port: appliance.port }),
};
await appliance.stop();
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(responses));
