import type { Generated } from "kysely";
import type { CustodyKind, CustodyRejection, CustodyResult } from "../../../domain/custody.ts";
import type { IsoTime, OfTenant, Versioned } from "./columns.ts";

/** An article that a person has or had. */
export interface CustodyTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  /** The person. */
  userId: number;
  startedDT: IsoTime;
  startedBy: number;
  startDeviceId: number | null;
  startNote: string | null;
  startPhotoId: Generated<number | null>;
  startSignature: string | null;
  /** YYYY-MM-DD; null: no date. */
  dueDate: string | null;
  /** When the event `custody.overdue` was recorded. */
  overdueDT: Generated<IsoTime | null>;
  endedDT: Generated<IsoTime | null>;
  endedBy: Generated<number | null>;
  endDeviceId: Generated<number | null>;
  endNote: Generated<string | null>;
  endPhotoId: Generated<number | null>;
  endSignature: Generated<string | null>;
}

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
