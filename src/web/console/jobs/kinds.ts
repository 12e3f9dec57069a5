import { type Message, msg } from "../../../domain/message.ts";

/** A kind of job on screen. */
interface ShownKind {
  readonly name: Message;
  /** The result, by the number of processed units. */
  readonly result: Message<{ n: number }>;
  /** The effect of cancelling. */
  readonly cancel?: Message;
}

const ITEMS_UNCHANGED = msg("The stocktake stays as it was before.");

/** The kinds of jobs by their names on the server. */
export const KINDS: Readonly<Record<string, ShownKind>> = {
  prepare: {
    name: msg("Prepare stocktake"),
    result: msg("{n, plural, one {# item} other {# items}} prepared"),
    cancel: msg("The items that were created are removed. The stocktake stays in preparation."),
  },
  choose: {
    name: msg("Prepare stocktake of a plan"),
    result: msg("{n, plural, one {# item} other {# items}} prepared"),
    cancel: msg("The items that were created are removed. The stocktake stays in preparation."),
  },
  approve: {
    name: msg("Approve stocktake"),
    result: msg("{n, plural, one {# item} other {# items}} approved"),
    cancel: ITEMS_UNCHANGED,
  },
  approveItems: {
    name: msg("Approve items"),
    result: msg("{n, plural, one {# item} other {# items}} checked"),
    cancel: ITEMS_UNCHANGED,
  },
  reopen: {
    name: msg("Reopen stocktake"),
    result: msg("Reopened"),
  },
  close: {
    name: msg("Close stocktake", "noun"),
    result: msg("Stock of {n, plural, one {# article} other {# articles}} settled"),
    cancel: ITEMS_UNCHANGED,
  },
  decide: {
    name: msg("Decide on items"),
    result: msg("{n, plural, one {# item} other {# items}} decided"),
  },
  merge: {
    name: msg("Merge list records"),
    result: msg("{n, plural, one {# record} other {# records}} changed"),
  },
  bulkEdit: {
    name: msg("Bulk edit"),
    result: msg("{n, plural, one {# article} other {# articles}} processed"),
  },
  bulkDelete: {
    name: msg("Delete articles", "noun"),
    result: msg("{n, plural, one {# article} other {# articles}} processed"),
  },
  bulkLabels: {
    name: msg("Bulk labels"),
    result: msg("{n, plural, one {# article} other {# articles}} processed"),
    cancel: msg("Labels that wait are removed from the print queue. Printed labels stay."),
  },
  bulkLocationLabels: {
    name: msg("Labels of locations"),
    result: msg("{n, plural, one {# location} other {# locations}} processed"),
    cancel: msg("Labels that wait are removed from the print queue. Printed labels stay."),
  },
  sample: {
    name: msg("Load sample data", "noun"),
    result: msg("{n, plural, one {# record} other {# records}} added"),
  },
  import: {
    name: msg("Import", "noun"),
    result: msg("{n, plural, one {# row} other {# rows}} imported"),
  },
};

/** A kind that only a newer server has. */
const OTHER: ShownKind = {
  name: msg("Other work"),
  result: msg("{n} done"),
};

/** The texts of a kind. */
export const shownKind = (kind: string): ShownKind => KINDS[kind] ?? OTHER;
