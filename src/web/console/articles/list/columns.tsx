import { msg } from "../../../../domain/message.ts";
import type { ArticleRow } from "../../../api/types/endpoints.d.ts";
import { money } from "../../../articles/article-facts.tsx";
import { number, t, when } from "../../../i18n/translate.ts";
import type { Column } from "../../../ui/table/data-table.tsx";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { type Names, nameOf } from "../names.ts";

/** The columns shown by default. */
export const AT_FIRST = ["code", "name", "category", "state", "place", "quantity", "price"];

/** All columns of the table of articles. */
export function columnsOf(names: Names): readonly Column<ArticleRow>[] {
  return [
    {
      key: "code",
      title: t(msg("Code")),
      sort: "code",
      cell: ({ code }) => code ?? t(msg("(no code)")),
      isCode: true,
    },
    { key: "name", title: t(msg("Name")), sort: "name", cell: ({ name }) => name, isTitle: true },
    { key: "serial", title: t(msg("Serial number")), cell: ({ serialNumber }) => serialNumber ?? "–" },
    { key: "rfId", title: t(msg("RFID tag")), cell: ({ rfId }) => rfId ?? "–" },
    {
      key: "category",
      title: t(msg("Category")),
      sort: "category",
      cell: ({ categoryId }) => nameOf(names.categories, categoryId),
    },
    { key: "type", title: t(msg("Type")), sort: "type", cell: ({ typeId }) => nameOf(names.types, typeId) },
    {
      key: "state",
      title: t(msg("State")),
      sort: "state",
      cell: ({ stateId }) => nameOf(names.states, stateId),
    },
    { key: "place", title: t(msg("Location")), cell: (row) => <Place row={row} /> },
    { key: "quantity", title: t(msg("Pieces")), isNumber: true, cell: ({ quantity }) => number(quantity) },
    {
      key: "price",
      title: t(msg("Price")),
      isNumber: true,
      sort: "price",
      cell: ({ price, currencyId }) =>
        money(price, names.currencies.find(({ oid }) => oid === currencyId)?.name),
    },
    {
      key: "responsible",
      title: t(msg("Responsible person")),
      sort: "responsibleUser",
      cell: (row) => nameOf(names.people, row.responsibleUserId),
    },
    { key: "heldBy", title: t(msg("With", "person")), cell: ({ heldBy }) => heldBy?.fullName ?? "–" },
    {
      key: "user",
      title: t(msg("Assigned to")),
      sort: "user",
      cell: ({ userId }) => nameOf(names.people, userId),
    },
    {
      key: "disposal",
      title: t(msg("Marked for disposal")),
      cell: ({ isDisposal }) => t(isDisposal ? msg("yes") : msg("no")),
    },
    {
      key: "modified",
      title: t(msg("Modified")),
      sort: "modifiedDT",
      cell: ({ modifiedDT }) => when(modifiedDT),
    },
    { key: "created", title: t(msg("Created")), sort: "createdDT", cell: ({ createdDT }) => when(createdDT) },
  ];
}

function Place({ row: { location, places } }: { readonly row: ArticleRow }) {
  if (location === null) return <>–</>;
  return (
    <>
      <LocationPath location={location} />
      {places > 1 && <span class="muted"> {t(msg("+ {n} more"), { n: places - 1 })}</span>}
    </>
  );
}
