import { markRestored } from "../../src/ops/backup/data-folder/restore-marker.ts";
import type { TestServer } from "../harness/server.ts";

/** Restarts the server at the same address as after a restore of its own data. test/security/restore-ends-logins.test.ts covers the restore itself. */
export async function restartAfterRestore(server: TestServer): Promise<void> {
  const { port } = server.appliance;
  await server.halt();
  markRestored(server.folder);
  await server.restart({ PORT: String(port) });
}
