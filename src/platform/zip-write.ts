import { PassThrough, type Readable } from "node:stream";
import { type ReadStreamOptions, ZipFile } from "yazl";

/** A file of an archive, whose content is read when its turn comes. */
interface ZipEntry {
  readonly path: string;
  readonly options: Partial<ReadStreamOptions>;
  open(): Readable;
}

/** Adds a file to an archive that is read as `output`. */
export function addEntry(zip: ZipFile, output: PassThrough, { path, options, open }: ZipEntry): void {
  zip.addReadStreamLazy(path, options, (ready) => {
    const content = open();
    // The archive propagates neither errors nor an early end.
    content.on("error", (error) => output.destroy(error));
    const end = () => content.destroy();
    if (output.destroyed) end();
    else output.once("close", end);
    content.once("close", () => output.off("close", end));
    ready(null, content);
  });
}

/** A file that is stored as it is. */
export interface StoredEntry {
  readonly path: string;
  /** Bytes; null: not known before it is read. */
  readonly size: number | null;
  readonly time: Date;
  open(): Readable;
}

/** Streams an archive of files that are not compressed. It fails if a file has another size than it should. */
export function storedZip(entries: readonly StoredEntry[]): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.on("error", (error) => output.destroy(error));
  for (const entry of entries) addEntry(zip, output, { ...entry, options: optionsOf(entry) });
  zip.end();
  zip.outputStream.pipe(output);
  return output;
}

const optionsOf = ({ size, time: mtime }: StoredEntry) => ({
  ...(size !== null && { size }),
  mtime,
  compress: false,
  mode: 0o100644,
});
