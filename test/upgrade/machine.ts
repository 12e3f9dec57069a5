import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { backupKeys } from "../../src/ops/backup/targets/secrets.ts";
import { addTarget } from "../../src/ops/backup/targets/targets.ts";
import type { UpgradePlaces } from "../../src/ops/upgrade/places.ts";
import { VERSION } from "../../src/platform/version.ts";
import type { Tx } from "../../src/storage/database/statement.ts";
import type { Client } from "../harness/client.ts";
import { createFolder } from "../harness/folder.ts";
import type { TestServer } from "../harness/server.ts";
import { createSigner, type Signer } from "../release/signer.ts";

/** The part of a machine that belongs to root, made for a test. */
export interface FakeMachine {
  readonly places: UpgradePlaces;
  readonly signer: Signer;
  /** Installs a version with these migrations. */
  install(version: string, migrations: Readonly<Record<string, string>>): void;
  /** Writes a record as root's script does; what is left out is empty. */
  record(values: Readonly<Record<string, string>>, place?: "run" | "app"): void;
  /** Notes the step of the running request. */
  step(name: string): void;
}

const NAMES = ["action", "from", "version", "started", "at", "state", "reason", "detail"];

export function createMachine(): FakeMachine {
  const root = createFolder();
  const places = {
    app: join(root, "app"),
    run: join(root, "run"),
    unit: join(root, "tallybox-upgrade.path"),
    releaseKeys: join(root, "release-keys"),
    preparedAddress: join(root, "promotion-address"),
    isInstalled: true,
  };
  const signer = createSigner();
  for (const folder of [places.app, places.run]) mkdirSync(folder);
  writeFileSync(places.unit, "");
  writeFileSync(places.releaseKeys, signer.publicKey);
  return {
    places,
    signer,
    install(version, migrations) {
      const folder = join(places.app, version, "migrations");
      mkdirSync(folder, { recursive: true });
      for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, name), sql);
    },
    record(values, place = "run") {
      const at = "2026-11-23T10:00:00Z";
      const all: Record<string, string> = { started: at, at, ...values };
      const file = place === "run" ? join(places.run, "record") : join(places.app, "last-upgrade");
      writeFileSync(file, NAMES.map((name) => `${name}=${all[name] ?? ""}\n`).join(""));
    },
    step: (name) => writeFileSync(join(places.run, "step"), `${name}\n`),
  };
}

/** A bundle as far as the server looks at it: an archive whose first entry is the folder of the release. */
export function bundleOf(version: string, arch: string = process.arch): Buffer {
  const header = Buffer.alloc(1024);
  header.write(`tallybox-${version}-linux-${arch}/`);
  return gzipSync(header);
}

/** Uploads a bundle with a signature. */
export function upload(admin: Client, bundle: Buffer, signature: string, name = "tallybox.tar.gz") {
  const form = new FormData();
  form.append("signature", signature);
  form.append("bundle", new Blob([new Uint8Array(bundle)]), name);
  return admin.send("POST", "/api/upgrade/bundle", form);
}

/** The request that the server has left for root's script; null: none. */
export function requestIn(folder: string): string | null {
  const file = join(folder, "upgrade/request");
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** The version of this program. */
export const INSTALLED = VERSION.version;

/** Adds a folder as a paused target of backups. Returns its id. */
export function addFolderTarget(server: TestServer, name: string, path: string): Promise<number> {
  const keys = backupKeys(server.folder);
  const fields = {
    ...{ name, destination: { kind: "folder" as const, path }, isActive: false },
    ...{ schedule: { every: "day" as const, atHour: 2 }, retention: null, uploadLimitKbps: null },
  };
  const add = (tx: Tx) => addTarget(tx, keys, fields, { secrets: {}, passphrase: "p" });
  return server.appliance.dependencies.storage.write(null, add, { evenWhenLow: true });
}
