import type { TableName } from "./database/schema.ts";

// What can be seen of a storage from outside.

/** A query: the tables that it names, and whether the reader thread runs it. */
export interface ReadEvent {
  readonly tables: readonly TableName[];
  readonly isInReaderThread: boolean;
}

/** The folder as it is at the moment. */
export interface StorageStatus {
  /** File name of the open generation's main file. */
  readonly generation: string;
  /** Bytes of its log. */
  readonly logBytes: number;
  /** Bytes free on the disk, as last looked at. */
  readonly freeBytes: number;
  /** Bytes that the disk has in all. */
  readonly totalBytes: number;
  /** True while writes are refused for want of room. */
  readonly isLow: boolean;
  /** True after the disk did not take a write, until it takes one again. */
  readonly isFailing: boolean;
  /** Milliseconds since the long write that runs gave a sign of life; null: none runs. */
  readonly workerTransactionQuietMs: number | null;
}
