import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { DataTable } from "../../ui/table/data-table.tsx";

/** A field in which the user's version of a record differs from the saved one. */
interface Difference {
  readonly field: string;
  readonly yours: ComponentChildren;
  readonly saved: ComponentChildren;
}

/** The fields that another user has saved meanwhile, with both versions. */
export function ConflictTable({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <DataTable
      caption={t(CONFLICT)}
      columns={[
        { key: "field", title: t(msg("Field")), cell: ({ field }) => field, isRowHead: true },
        { key: "yours", title: t(msg("Your version")), cell: ({ yours }) => <Value>{yours}</Value> },
        { key: "saved", title: t(msg("Saved version")), cell: ({ saved }) => <Value>{saved}</Value> },
      ]}
      rows={differences}
    />
  );
}

/** A value in full: a long address breaks anywhere. */
const Value = ({ children }: { readonly children: ComponentChildren }) => (
  <span style={{ overflowWrap: "anywhere" }}>{children}</span>
);

/** The title of the question which version to keep. */
export const CONFLICT = msg("Somebody else saved this in the meantime");
