import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { RepositoryError } from "./failures.ts";

/**
 * Rejects with RepositoryError where a restored folder has anything but files and folders. A link may lead to the data of this
 * server, which would then be moved or deleted; a pipe blocks the program that opens it.
 */
export async function assertPlainFiles(root: string, folder = root): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await assertPlainFiles(root, path);
    else if (!entry.isFile())
      throw new RepositoryError("damaged", `${relative(root, path)} is neither a file nor a folder`);
  }
}
