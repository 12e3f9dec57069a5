import Database from "better-sqlite3";
import type { Storage } from "../../src/storage/storage.ts";
import type { TestServer } from "../harness/server.ts";

/** A disk without a free byte. */
export interface FullDisk {
  /** How many writes it has refused. */
  refused(): number;
  /** Lets writes succeed again. */
  empty(): void;
}

/** From now on every write fails as on a disk without a free byte. */
export function fillDisk(server: TestServer): FullDisk {
  const { storage } = server.appliance.dependencies;
  const { write } = storage;
  let refused = 0;
  const failing: Storage["write"] = (tenantId, work, options) =>
    write(
      tenantId,
      (tx) => {
        work(tx);
        refused++;
        throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
      },
      options,
    );
  Object.assign(storage, { write: failing });
  return {
    refused: () => refused,
    empty() {
      Object.assign(storage, { write });
    },
  };
}
