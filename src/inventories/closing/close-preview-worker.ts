import { serveCalls } from "../../platform/workers/server.ts";
import { databaseHandle } from "../../storage/database/connection.ts";
import { openForReading } from "../../storage/database/worker-database.ts";
import { getInventory } from "../inventory.ts";
import { type CloseEffects, previewClose } from "./preview.ts";

/** Selects the inventory; `file` is the open generation. */
interface PreviewRequest {
  readonly file: string;
  readonly tenantId: number;
  readonly inventoryId: number;
}

/** The functions of the worker. */
export interface PreviewProgram {
  preview(request: PreviewRequest): CloseEffects;
}

serveCalls<PreviewProgram>({
  preview({ file, tenantId, inventoryId }) {
    const connection = openForReading(file);
    try {
      const db = databaseHandle(connection);
      // A read transaction: all reads show one moment.
      connection.exec("BEGIN");
      return previewClose(db, getInventory(db, tenantId, inventoryId));
    } finally {
      connection.close();
    }
  },
});
