import { lockFolder } from "../../../storage/generations/folder.ts";
import { findConfirmedSwap } from "../data-folder/interrupted-restore.ts";
import { completeConfirmedSwap } from "./swap.ts";

/**
 * Completes a restore that an Admin has confirmed in the console. It runs before anything reads the data folder, its settings
 * included. Returns the folder with the earlier data; null where nothing was confirmed. After a kill at any point the next call
 * goes on. Throws StartupError while another process uses the folder.
 */
export async function completeConfirmedRestore(folder: string): Promise<string | null> {
  if (findConfirmedSwap(folder) === null) return null;
  const lock = lockFolder(folder);
  try {
    return await completeConfirmedSwap(folder);
  } finally {
    lock.unlock();
  }
}
