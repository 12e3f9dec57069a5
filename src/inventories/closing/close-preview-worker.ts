import { serveCalls } from "../../platform/workers/server.ts";
import { preparer } from "../../storage/database/connection.ts";
import { Database } from "../../storage/database/worker-database.ts";
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
    const connection = new Database(file, { readonly: true, timeout: 5000 });
    try {
      const prepare = preparer(connection);
      const db = { query: prepare };
      // A read transaction: all reads show one moment.
      connection.exec("BEGIN");
      return previewClose(db, getInventory(db, tenantId, inventoryId));
    } finally {
      connection.close();
    }
  },
});
