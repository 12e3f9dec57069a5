const HIDDEN = new Set(["ENOENT", "ENOTDIR", "ESRCH", "EACCES", "EPERM"]);

/** What `look` gives, or `otherwise` where the file is not there (any more) or this user may not see it. */
export function readOrElse<T, Otherwise>(look: () => T, otherwise: Otherwise): T | Otherwise {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error && HIDDEN.has(String(error.code))) return otherwise;
    throw error;
  }
}
