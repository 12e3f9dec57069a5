import { call } from "../call.ts";

// Calls of the console. The terminal does not load them.

/** Long work: the newest hundred jobs, newest first. */
export const listJobs = call("GET /api/jobs");
/** One job. */
export const getJob = call("GET /api/jobs/{id}");
/** Cancels a job: everything that it has changed is undone. */
export const cancelJob = call("PUT /api/jobs/{id}/cancel");
/** Undoes a finished import, bulk edit or sample data, within seven days. */
export const undoJob = call("PUT /api/jobs/{id}/undo");
