import { Unavailable } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** The refusal of a write for want of room on the disk. */
export function diskFullError(): Unavailable {
  return new Unavailable(
    msg(
      "The server's disk is full. Nothing was saved. Free some space and try again.",
      "Disk serveru je plný. Nic se neuložilo. Uvolněte místo a zkuste to znovu.",
    ),
    15,
  );
}

/** The refusal of a write that the disk did not take. */
export function diskWriteError(): Unavailable {
  return new Unavailable(
    msg(
      "The server's disk is not accepting writes. Nothing was saved. Try again, and tell the server's administrator.",
      "Na disk serveru teď nelze zapisovat. Nic se neuložilo. Zkuste to znovu a řekněte to správci serveru.",
    ),
    15,
  );
}

const FULL = ["ENOSPC", "EDQUOT"];
const FAULTS = ["EROFS", "EIO", "ENXIO", "EMFILE", "ENFILE", "EACCES", "EPERM"];

/** The refusal that a failed file operation means, by its code (errno(3)); null: it is no fault of the disk. */
export function toDiskError(error: unknown): Unavailable | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (FULL.includes(code)) return diskFullError();
  return FAULTS.includes(code) ? diskWriteError() : null;
}
