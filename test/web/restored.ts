import { markRestored } from "../../src/ops/backup/data-folder/restore-marker.ts";
import type { TestBox } from "../harness/box.ts";

/** Starts the server again at the same address as after a restore of its own data (test/security/restore-ends-logins.test.ts has the restore itself). */
export async function restored(box: TestBox): Promise<void> {
  const { port } = box.appliance;
  await box.halt();
  markRestored(box.folder);
  await box.restart({ PORT: String(port) });
}
