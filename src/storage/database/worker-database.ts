import { getEnvironmentData } from "node:worker_threads";
import Database from "better-sqlite3";
import { LOADED } from "../../platform/database-worker.ts";

// What a DatabaseThread's program opens databases with: its native part is loaded here, before anything else may end the thread.
new Database(":memory:").close();
const loaded = getEnvironmentData(LOADED);
if (!(loaded instanceof Int32Array)) throw new Error("this is not a thread of the server");
Atomics.store(loaded, 0, 1);

export { Database };
