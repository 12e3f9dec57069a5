import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const OF_ENTRY = { audit: "each entry has it" } as const;

/** An article that a person has or had. */
export const CUSTODY = {
  table: "custody",
  entity: "custody",
  label: msg("Hand-over"),
  names: ["articleId"],
  lostAs: "custody",
  feedKind: 20,
  hasDeleted: false,
  fields: {
    articleId: { kind: "reference", to: "article", reach: "everywhere", label: msg("Article") },
    // The person.
    userId: { kind: "reference", to: "user", reach: "everywhere", label: msg("Assigned to") },
    startedDT: { kind: "time", reach: "everywhere", except: OF_ENTRY },
    startedBy: { kind: "reference", to: "user", reach: "everywhere", except: OF_ENTRY },
    startDeviceId: {
      kind: "reference",
      to: "deviceToken",
      isNullable: true,
      reach: "inside",
      except: OF_ENTRY,
    },
    startNote: {
      kind: "lines",
      isNullable: true,
      reach: "everywhere",
      label: msg("Condition at the hand-over"),
    },
    // Null: no date.
    dueDate: { kind: "day", isNullable: true, reach: "everywhere", label: msg("Due date") },
    startPhotoId: {
      kind: "reference",
      to: "photo",
      isNullable: true,
      reach: "inside",
      label: msg("Photo at the hand-over"),
    },
    startSignature: {
      kind: "text",
      isNullable: true,
      reach: "secret",
      label: msg("Signed at the hand-over"),
    },
    endedDT: { kind: "time", isNullable: true, reach: "everywhere", label: msg("Taken back") },
    endedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere", except: OF_ENTRY },
    endDeviceId: {
      kind: "reference",
      to: "deviceToken",
      isNullable: true,
      reach: "inside",
      except: OF_ENTRY,
    },
    endNote: {
      kind: "lines",
      isNullable: true,
      reach: "everywhere",
      label: msg("Condition at the return"),
    },
    endPhotoId: {
      kind: "reference",
      to: "photo",
      isNullable: true,
      reach: "inside",
      label: msg("Photo at the return"),
    },
    endSignature: {
      kind: "text",
      isNullable: true,
      reach: "secret",
      label: msg("Signed at the return"),
    },
  },
  internal: {
    // When the event `custody.overdue` was recorded.
    overdueDT: { type: "time", isNullable: true },
  },
} as const satisfies RecordDeclaration;
