import { spawn, spawnSync } from "node:child_process";
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { issueServerCertificate, makeAuthority } from "../../../src/ops/tls/issue.ts";
import { eventually } from "../../harness/eventually.ts";
import { createFolder } from "../../harness/folder.ts";
import { freePort } from "../../harness/free-port.ts";

// Servers of other makers on loopback, as targets of backups.

const SSHD = "/usr/sbin/sshd";

/** Whether the servers are installed. */
export const hasSshServer = () => existsSync(SSHD);
export const hasRestServer = () => existsSync("/usr/bin/rclone");

/** Starts a program that listens on a port, and ends it after the test. */
async function startProgram(command: readonly string[], port: number): Promise<{ end(): Promise<void> }> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let messages = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    messages += piece;
  });
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(end);
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${messages}`);
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
    } finally {
      socket.destroy();
    }
  });
  return { end };
}

/** An OpenSSH server for the user of the tests, with an empty folder for backups. */
export async function startSshServer() {
  const folder = createFolder();
  const file = (name: string) => join(folder, name);
  const makeHostKey = () => {
    rmSync(file("host_key"), { force: true });
    spawnSync("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file("host_key")]);
  };
  makeHostKey();
  writeFileSync(file("authorized_keys"), "");
  mkdirSync(file("backups"));
  const port = await freePort();
  const lines = [
    ...[`HostKey ${file("host_key")}`, `AuthorizedKeysFile ${file("authorized_keys")}`],
    ...["ListenAddress 127.0.0.1", `Port ${port}`, "PidFile none", "StrictModes no", "UsePAM no"],
    ...["PasswordAuthentication no", "PermitRootLogin yes", "Subsystem sftp internal-sftp"],
  ];
  writeFileSync(file("config"), `${lines.join("\n")}\n`);
  // sshd of root needs it; the package's service would make it.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const start = () => startProgram([SSHD, "-D", "-e", "-f", file("config")], port);
  let program = await start();
  return {
    port,
    path: file("backups"),
    user: userInfo().username,
    /** SHA-256 of the host key, as ssh shows it. */
    fingerprint: () =>
      spawnSync("/usr/bin/ssh-keygen", ["-lf", file("host_key.pub")], { encoding: "utf8" }).stdout.split(
        " ",
      )[1],
    authorize: (publicKey: string) => appendFileSync(file("authorized_keys"), `${publicKey}\n`),
    forgetKeys: () => writeFileSync(file("authorized_keys"), ""),
    authorizedKeys: () => readFileSync(file("authorized_keys"), "utf8"),
    /** Replaces the host key, as a machine that was set up anew. */
    async replaceHostKey() {
      await program.end();
      makeHostKey();
      program = await start();
    },
    async restart() {
      await program.end();
      program = await start();
    },
    end: () => program.end(),
  };
}

/** The certificate of a server on 127.0.0.1 with its key, and that of the private authority that has issued it. */
export async function createTls() {
  const now = Date.now();
  const authority = await makeAuthority("nas", now);
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const certificate = await issueServerCertificate(
    { certificate: authority.certificate, key: createPrivateKey(authority.key) },
    key,
    { hosts: ["nas.local"], addresses: ["127.0.0.1"] },
    now,
  );
  return {
    authority: authority.certificate,
    certificate,
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
export type Tls = Awaited<ReturnType<typeof createTls>>;

interface RestOptions {
  readonly appendOnly?: boolean;
  readonly tls?: Tls;
}

/** The options of rclone for HTTPS. */
function tlsOptions({ certificate, key }: Tls): string[] {
  const folder = createFolder();
  writeFileSync(join(folder, "certificate.pem"), certificate);
  writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 });
  return ["--cert", join(folder, "certificate.pem"), "--key", join(folder, "key.pem")];
}

/** A REST server of rclone with a login. */
export async function startRestServer({ appendOnly = false, tls }: RestOptions = {}) {
  const folder = createFolder();
  const port = await freePort();
  const options = ["--user", "box", "--pass", "secret-of-rest", ...(appendOnly ? ["--append-only"] : [])];
  if (tls !== undefined) options.push(...tlsOptions(tls));
  const scheme = tls === undefined ? "http" : "https";
  const command = ["/usr/bin/rclone", "--config", "/dev/null", "serve", "restic", ...options];
  const start = () => startProgram([...command, "--addr", `127.0.0.1:${port}`, folder], port);
  let program = await start();
  return {
    folder,
    destination: { kind: "rest" as const, url: `${scheme}://127.0.0.1:${port}/tally`, user: "box" },
    password: "secret-of-rest",
    end: () => program.end(),
    async restart() {
      await program.end();
      program = await start();
    },
  };
}

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  readonly httpServer?: Server;
}
type S3rverClass = new (options: object) => S3rver;

/** An S3 server of the package s3rver, with the bucket `tally`. It can't verify the signatures of restic 0.14. */
export async function startS3Server(tls?: Tls) {
  const S3rver: S3rverClass = createRequire(import.meta.url)("@20minutes/s3rver");
  const directory = createFolder();
  const server = new S3rver({
    ...{ address: "127.0.0.1", port: 0, silent: true, directory, allowMismatchedSignatures: true },
    configureBuckets: [{ name: "tally" }],
    ...(tls !== undefined && { key: tls.key, cert: tls.certificate }),
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return {
    destination: {
      ...{
        kind: "s3" as const,
        endpoint: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
        bucket: "tally",
        prefix: "box",
      },
      ...{ region: null, accessKeyId: "S3RVER" },
    },
    secretAccessKey: "S3RVER",
  };
}
