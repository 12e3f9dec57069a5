import { readdirSync, readlinkSync } from "node:fs";

/** The open files of this process below the folder that have no name any more and were of an upload, an import or a bundle. */
export function openTemporaryFiles(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter(
        (path) => path.startsWith(`${folder}/`) && /(new-(import|upload)-|bundle).*deleted/.test(path),
      );
    } catch {
      // Closed since it was listed.
      return [];
    }
  });
}
