import { findUser, hasUsers } from "../access/users/users.ts";
import type { AppDependencies } from "../app/dependencies.ts";
import { Unavailable } from "../domain/errors.ts";
import { StartupError } from "../platform/startup-error.ts";
import { fill } from "./fill.ts";
import { PEOPLE } from "./people.ts";
import { startVirtualPrinters, updatePrinterPorts } from "./printers.ts";

/**
 * Gets a box ready for the demo: starts the virtual printers, fills an empty folder. Gives the address of the page with
 * the printers' labels. Throws StartRefused on a folder with other data than the demo's, or on a full disk.
 */
export async function prepare(
  box: AppDependencies,
  articles: number,
  tell: (line: string) => void,
): Promise<string> {
  const { storage } = box;
  const isEmpty = !hasUsers(storage.db);
  if (!isEmpty) assertDemoFolder(box);
  const printers = await startVirtualPrinters(storage.folder);
  try {
    if (isEmpty) {
      tell(`Filling ${storage.folder} with ${articles} articles ...`);
      await fill(box, articles, printers);
    } else {
      tell(`${storage.folder} holds the data of an earlier start.`);
      await updatePrinterPorts(storage, printers);
    }
    return printers.pageUrl;
  } catch (error) {
    throw error instanceof Unavailable ? new StartupError(`${storage.folder}: ${error.message}`) : error;
  }
}

/** Public passwords and a printer that prints nothing are not for a real box. */
function assertDemoFolder({ storage }: AppDependencies): void {
  const last = PEOPLE.length;
  if (findUser(storage.db, last)?.tenantId === PEOPLE.at(-1)?.tenantId) return;
  throw new StartupError(
    `DATA_DIR ${storage.folder}: it holds other data than the demo's; the demo needs a folder of its own`,
  );
}
