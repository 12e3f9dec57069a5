import type { Reader } from "./database/reader.ts";
import type { Db } from "./database/statement.ts";
import type { ActiveGeneration } from "./generations/active-generation.ts";
import type { Listeners } from "./listeners.ts";
import type { ReadEvent } from "./storage.ts";

/** The active database; each read is announced with its tables. */
export function observedDb(active: ActiveGeneration, reads: Listeners<ReadEvent>): Db {
  return {
    query(text) {
      reads.notify({ tables: text.reads, isInReaderThread: false });
      return active.prepare(text);
    },
  };
}

/** The reader thread; each read of rows is announced with its tables. */
export function observedReader(reader: Reader, reads: Listeners<ReadEvent>): Reader {
  return {
    ...reader,
    rows(query, separator) {
      reads.notify({ tables: query.reads, isInReaderThread: true });
      return reader.rows(query, separator);
    },
  };
}
