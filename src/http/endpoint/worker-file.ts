import { acquireSlot, concurrentLanes } from "../../platform/concurrency-limit.ts";
import type { ReusableWorker } from "../../platform/workers/client.ts";
import { type PieceProgram, startFile } from "../../platform/workers/piece-program.ts";
import type { StreamResponse } from "./response.ts";

/** Each file is made by a worker with its own connection. A lane is a tenant: its slow readers delay no other one. */
const LIMITS = { running: 4, perLane: 2, waiting: 10 };

/** A file to make: the input of its worker, and its headers. */
type NewFile<I> = { readonly input: I } & Pick<StreamResponse, "contentType" | "fileName">;

/**
 * Creates the function that responds with files of a kind of workers. It calls `begin` when it is the file's turn. Rejects with
 * Unavailable where too many files wait, else as the start of the file.
 */
export function makeWorkerFiles<I>(
  workers: ReusableWorker<PieceProgram<I>>,
): (tenantId: number, begin: () => Promise<NewFile<I>> | NewFile<I>) => Promise<StreamResponse> {
  const queue = concurrentLanes<number>(LIMITS);
  return async (tenantId, begin) => {
    const ended = await acquireSlot((work) => queue(tenantId, work));
    try {
      const { input, ...headers } = await begin();
      const file = await startFile(workers, input);
      return { kind: "stream", ...headers, size: null, open: () => file, ended };
    } catch (error) {
      ended();
      throw error;
    }
  };
}
