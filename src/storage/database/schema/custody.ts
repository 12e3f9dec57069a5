import type { Generated } from "kysely";
import type { CustodyKind, CustodyRejection, CustodyResult } from "../../../domain/custody.ts";
import type { IsoTime, OfTenant, Versioned } from "./columns.ts";

/** A hand-over or return that a terminal has sent. */
export interface CustodyOperationTable extends OfTenant, Versioned {
  oid: Generated<number>;
  operationId: string;
  kind: CustodyKind;
  articleId: number;
  /** The person; null: a return by whoever has the article. */
  userId: number | null;
  at: IsoTime;
  receivedDT: IsoTime;
  authorId: number;
  deviceTokenId: number | null;
  /** JSON: dueDate, note, signature. */
  entered: string;
  result: CustodyResult;
  reason: CustodyRejection | null;
  custodyId: number | null;
  dismissedDT: Generated<IsoTime | null>;
  dismissedBy: Generated<number | null>;
}
