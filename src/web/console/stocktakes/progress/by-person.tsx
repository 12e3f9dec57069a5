import { msg } from "../../../../domain/message.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { type Column, DataTable } from "../../table/data-table.tsx";

type Row = InventoryProgressDetails["users"][number];

/** How much each person has counted. */
export function ByPerson({ progress: { users } }: { readonly progress: InventoryProgressDetails }) {
  const rows = users.slice().sort((a, b) => b.counted - a.counted);
  return (
    <div>
      <h2>{t(TEXTS.title)}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{t(TEXTS.none)}</p>
      ) : (
        <DataTable caption={t(TEXTS.title)} columns={columns()} rows={rows} idOf={idOf} />
      )}
    </div>
  );
}

const idOf = ({ user }: Row) => user.id;
const columns = (): readonly Column<Row>[] => [
  { key: "person", title: t(TEXTS.person), cell: ({ user }) => user.fullName },
  { key: "counted", title: t(TEXTS.counted), isNumber: true, cell: ({ counted }) => number(counted) },
];

const TEXTS = {
  title: msg("By person"),
  none: msg("No counts yet."),
  person: msg("Person"),
  counted: msg("Items last counted"),
};
