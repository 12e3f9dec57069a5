import { readFileSync } from "node:fs";
import { errorCode } from "./error-code.ts";
import { StartupError, startupErrorKindOf } from "./startup-error.ts";

const UNREADABLE = new Set(["ENOENT", "ENOTDIR", "ESRCH", "EACCES", "EPERM"]);

/** Reads a small text file. Null where it does not exist. Throws StartupError where it can't be read. */
export function readSmallFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return null;
    throw new StartupError(
      `${path}: can't be read (${code ?? String(error)})`,
      startupErrorKindOf(error) ?? "damaged",
    );
  }
}

/** The result of `read`, or `fallback` where the file does not exist or this user has no permission for it. */
export function readOrElse<T, Fallback>(read: () => T, fallback: Fallback): T | Fallback {
  try {
    return read();
  } catch (error) {
    if (UNREADABLE.has(errorCode(error) ?? "")) return fallback;
    throw error;
  }
}
