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

/** The domain error of a failed file operation, by its code (errno(3)). Null: the disk is not the cause. */
export function toDiskError(error: unknown): Unavailable | null {
  const code = errorCode(error) ?? "";
  if (FULL_CODES.includes(code)) return diskFullError();
  return WRITE_ERROR_CODES.includes(code) ? diskWriteError() : null;
}
