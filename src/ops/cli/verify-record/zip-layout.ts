import type { FileHandle } from "node:fs/promises";
import type { Entry, LocalFileHeader } from "yauzl";

// Programs that unpack a stream read an archive from its beginning, without the directory at its end. So it must have nothing else than
// the files of the directory, as that describes them (APPNOTE 4.3).

/** The bytes of a file in an archive: its header, its content and what describes it behind that. */
export interface Span {
  readonly start: number;
  /** The end of the content. */
  readonly end: number;
  /** What may come behind the content; empty: nothing. */
  readonly descriptors: readonly Buffer[];
}

/** The header says the sizes and the checksum behind the content (APPNOTE 4.4.4, bit 3). */
const HAS_DESCRIPTOR = 0x08;

/** The bytes of a file. Throws where the header before the content says something else than the directory. */
export function spanOf(entry: Entry, local: LocalFileHeader): Span {
  const hasDescriptor = (local.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0;
  const isSame = (one: number, other: number) => one === other || (hasDescriptor && one === 0);
  if (
    !local.fileName.equals(entry.fileNameRaw) ||
    // Another name in an extra field (APPNOTE 4.6.9), which other programs don't read.
    !entry.fileNameRaw.equals(Buffer.from(entry.fileName)) ||
    local.compressionMethod !== entry.compressionMethod ||
    ((local.generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & HAS_DESCRIPTOR) !== 0 ||
    !isSame(local.compressedSize, entry.compressedSize) ||
    !isSame(local.uncompressedSize, entry.uncompressedSize)
  )
    throw new Error("another header before the content");
  return {
    start: entry.relativeOffsetOfLocalHeader,
    end: local.fileDataStart + entry.compressedSize,
    descriptors: hasDescriptor ? descriptorsOf(entry) : [],
  };
}

/** The forms of a data descriptor (APPNOTE 4.3.9): with sizes of 4 or 8 bytes, with and without a signature. */
function descriptorsOf({ crc32, compressedSize, uncompressedSize }: Entry): Buffer[] {
  const long = Buffer.alloc(24);
  long.writeUInt32LE(0x08074b50, 0);
  long.writeUInt32LE(crc32, 4);
  long.writeBigUInt64LE(BigInt(compressedSize), 8);
  long.writeBigUInt64LE(BigInt(uncompressedSize), 16);
  const short = Buffer.concat([long.subarray(0, 12), long.subarray(16, 20)]);
  return [short, long].flatMap((one) => [one, one.subarray(4)]);
}

/** Whether the files cover an archive up to its directory without a gap. Rejects with the error of the disk. */
export async function coversAll(
  file: FileHandle,
  spans: readonly Span[],
  directory: number,
): Promise<boolean> {
  const inOrder = spans.toSorted((one, other) => one.start - other.start);
  if (inOrder[0]?.start !== 0) return false;
  for (const [index, { end, descriptors }] of inOrder.entries()) {
    const length = (inOrder[index + 1]?.start ?? directory) - end;
    if (length === 0) continue;
    if (length < 0 || !descriptors.some((one) => one.length === length)) return false;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, end);
    if (!descriptors.some((one) => one.equals(buffer))) return false;
  }
  return true;
}
