import { Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { errorCode } from "../../platform/error-code.ts";

/** The error of a write on a full disk. */
export function diskFullError(): Unavailable {
  return new Unavailable(
    msg("The server's disk is full. Nothing was saved. Free some space and try again."),
    15,
  );
}

/** The error of a write that the disk rejected. */
export function diskWriteError(): Unavailable {
  return new Unavailable(
    msg(
      "The server's disk is not accepting writes. Nothing was saved. Try again, and tell the server's administrator.",
    ),
    15,
  );
}

const FULL_CODES = ["ENOSPC", "EDQUOT"];
const WRITE_ERROR_CODES = ["EROFS", "EIO", "ENXIO", "EMFILE", "ENFILE", "EACCES", "EPERM"];

/** Whether an error says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return FULL_CODES.includes(errorCode(error) ?? "");
}

/** The domain error of an operation that only the disk can fail. */
export function toWriteError(error: unknown): Unavailable {
  return toDiskError(error) ?? diskWriteError();
}

/** The domain error of a failed file operation, by its code (errno(3)). Null: the disk is not the cause. */
export function toDiskError(error: unknown): Unavailable | null {
  if (isDiskFull(error)) return diskFullError();
  return WRITE_ERROR_CODES.includes(errorCode(error) ?? "") ? diskWriteError() : null;
}
