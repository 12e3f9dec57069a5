import { findUser, hasUsers } from "../access/users/users.ts";
import type { AppDependencies } from "../app/dependencies.ts";
import { Unavailable } from "../domain/errors.ts";
import { StartupError } from "../platform/startup-error.ts";
import { type Contents, fill } from "./fill.ts";
import { PEOPLE } from "./people.ts";
import { startVirtualPrinters, updatePrinterPorts } from "./printers.ts";

/**
 * Prepares the demo: starts the virtual printers and fills an empty folder. Resolves to the address of the page with the
 * labels. Throws StartupError on a folder with other data, or on a full disk.
 */
export async function prepare(
  dependencies: AppDependencies,
  contents: Contents,
  print: (line: string) => void,
): Promise<string> {
  const { storage } = dependencies;
  const isEmpty = !hasUsers(storage.db);
  if (!isEmpty) assertDemoFolder(dependencies);
  const printers = await startVirtualPrinters(storage.folder);
  try {
    if (isEmpty) {
      print(`Filling ${storage.folder} with ${contents.articles} articles ...`);
      await fill(dependencies, contents, printers);
    } else {
      print(`${storage.folder} holds the data of an earlier start.`);
      await updatePrinterPorts(storage, printers);
    }
    return printers.pageUrl;
  } catch (error) {
    throw error instanceof Unavailable ? new StartupError(`${storage.folder}: ${error.message}`) : error;
  }
}

/** Public passwords and virtual printers must not get into real data. */
function assertDemoFolder({ storage }: AppDependencies): void {
  const last = PEOPLE.length;
  if (findUser(storage.db, last)?.tenantId === PEOPLE.at(-1)?.tenantId) return;
  throw new StartupError(
    `DATA_DIR ${storage.folder}: it holds other data than the demo's; use a separate folder for the demo`,
  );
}
