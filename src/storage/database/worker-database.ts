import { getEnvironmentData } from "node:worker_threads";
import Database from "better-sqlite3";
import { LOADED } from "../../platform/workers/database-worker.ts";

// The database library for programs of DatabaseWorker. Its native part is loaded here, before anything can end the worker.
new Database(":memory:").close();
const loaded = getEnvironmentData(LOADED);
if (!(loaded instanceof Int32Array)) throw new Error("not a worker of the server");
Atomics.store(loaded, 0, 1);

export { Database };

/** Opens a database for reading only, and waits at most 5 s for a lock. `cacheKiB`: more than usual where rows are looked up all over the file. */
export function openForReading(file: string, cacheKiB = 16_000): Database.Database {
  const connection = new Database(file, { readonly: true, timeout: 5000 });
  connection.pragma(`cache_size = -${cacheKiB}`);
  return connection;
}
