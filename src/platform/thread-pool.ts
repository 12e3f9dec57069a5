import { concurrencyLimit } from "./concurrency-limit.ts";

/** Half of the threads: the others flush the database and read files (`UV_THREADPOOL_SIZE` is 8). */
const MAX_COMPRESSIONS = 4;

/** Runs compression in the thread pool of libuv when it is its turn, so that it never takes all threads. */
export const inThreadPool = concurrencyLimit(MAX_COMPRESSIONS, Number.POSITIVE_INFINITY);
