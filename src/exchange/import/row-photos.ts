import type { PhotoFiles } from "../../photos/files.ts";
import { storePicture } from "../../photos/photo.ts";
import type { LeftRow } from "./not-taken.ts";
import { refusalOf } from "./pictures.ts";
import { readRows } from "./rows-file.ts";
import type { Row } from "./values.ts";

/** What `rowsWithPhotos` needs. */
export interface PhotoStoring {
  readonly files: PhotoFiles;
  /** Called for each picture that can't be decoded. */
  onRefused(left: LeftRow): void;
}

/**
 * The rows with stored photos in place of their pictures, one decoded at a time. Files without a row are removed after a day.
 * Throws the signal's reason when aborted, Unavailable if the disk is full.
 */
export async function* rowsWithPhotos(
  rows: number,
  { files, onRefused }: PhotoStoring,
  signal: AbortSignal,
): AsyncGenerator<Row, void> {
  for (const { picture, ...row } of readRows(rows)) {
    signal.throwIfAborted();
    if (picture === undefined) {
      yield row;
      continue;
    }
    try {
      yield { ...row, photo: await storePicture(files, Buffer.from(picture.base64, "base64"), () => {}) };
    } catch (error) {
      onRefused({ row: row.number, column: picture.column, value: null, reason: refusalOf(error) });
      yield row;
    }
  }
}
