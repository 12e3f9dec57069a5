import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

const OF_ENTRY = { audit: "each entry has it" } as const;
const OF_AUTHOR = { ...OF_ENTRY, list: "shown as a person" } as const;
const OF_DEVICE = { ...OF_ENTRY, list: "of use to the history" } as const;

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
    startedBy: { kind: "reference", to: "user", reach: "everywhere", except: OF_AUTHOR },
    startDeviceId: {
      kind: "reference",
      to: "deviceToken",
      isNullable: true,
      reach: "inside",
      except: OF_DEVICE,
    },
    startNote: {
      kind: "lines",
      isNullable: true,
      reach: "everywhere",
      label: msg("Condition at the hand-over"),
      description: "the condition at the hand-over",
    },
    dueDate: {
      kind: "day",
      isNullable: true,
      reach: "everywhere",
      label: msg("Due date"),
      description: "the day of return at the site; null: none",
    },
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
    endedDT: {
      kind: "time",
      isNullable: true,
      reach: "everywhere",
      label: msg("Taken back"),
      description: "null: the person has the article",
    },
    endedBy: { kind: "reference", to: "user", isNullable: true, reach: "everywhere", except: OF_AUTHOR },
    endDeviceId: {
      kind: "reference",
      to: "deviceToken",
      isNullable: true,
      reach: "inside",
      except: OF_DEVICE,
    },
    endNote: {
      kind: "lines",
      isNullable: true,
      reach: "everywhere",
      label: msg("Condition at the return"),
      description: "the condition at the return",
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
