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
      title: t(TEXTS.code),
      sort: "code",
      cell: ({ code }) => code ?? t(TEXTS.noCode),
      isCode: true,
    },
    { key: "name", title: t(TEXTS.name), sort: "name", cell: ({ name }) => name, isTitle: true },
    { key: "serial", title: t(TEXTS.serial), cell: ({ serialNumber }) => serialNumber ?? "–" },
    { key: "rfId", title: t(TEXTS.rfId), cell: ({ rfId }) => rfId ?? "–" },
    {
      key: "category",
      title: t(TEXTS.category),
      sort: "category",
      cell: ({ categoryId }) => nameOf(names.categories, categoryId),
    },
    { key: "type", title: t(TEXTS.type), sort: "type", cell: ({ typeId }) => nameOf(names.types, typeId) },
    {
      key: "state",
      title: t(TEXTS.state),
      sort: "state",
      cell: ({ stateId }) => nameOf(names.states, stateId),
    },
    { key: "place", title: t(TEXTS.location), cell: (row) => <Place row={row} /> },
    { key: "quantity", title: t(TEXTS.quantity), isNumber: true, cell: ({ quantity }) => number(quantity) },
    {
      key: "price",
      title: t(TEXTS.price),
      isNumber: true,
      sort: "price",
      cell: ({ price, currencyId }) =>
        money(price, names.currencies.find(({ oid }) => oid === currencyId)?.name),
    },
    {
      key: "responsible",
      title: t(TEXTS.responsible),
      sort: "responsibleUser",
      cell: (row) => nameOf(names.people, row.responsibleUserId),
    },
    { key: "heldBy", title: t(TEXTS.heldBy), cell: ({ heldBy }) => heldBy?.fullName ?? "–" },
    { key: "user", title: t(TEXTS.user), sort: "user", cell: ({ userId }) => nameOf(names.people, userId) },
    {
      key: "disposal",
      title: t(TEXTS.disposal),
      cell: ({ isDisposal }) => t(isDisposal ? TEXTS.yes : TEXTS.no),
    },
    {
      key: "modified",
      title: t(TEXTS.modified),
      sort: "modifiedDT",
      cell: ({ modifiedDT }) => when(modifiedDT),
    },
    { key: "created", title: t(TEXTS.created), sort: "createdDT", cell: ({ createdDT }) => when(createdDT) },
  ];
}

function Place({ row: { location, places } }: { readonly row: ArticleRow }) {
  if (location === null) return <>–</>;
  return (
    <>
      <LocationPath location={location} />
      {places > 1 && <span class="muted"> {t(TEXTS.more, { n: places - 1 })}</span>}
    </>
  );
}

const TEXTS = {
  code: msg("Code"),
  noCode: msg("(no code)"),
  name: msg("Name"),
  serial: msg("Serial number"),
  rfId: msg("RFID tag"),
  category: msg("Category"),
  type: msg("Type"),
  state: msg("State"),
  location: msg("Location"),
  more: msg("+ {n} more"),
  quantity: msg("Pieces"),
  price: msg("Price"),
  responsible: msg("Responsible person"),
  heldBy: msg("With", "person"),
  user: msg("Assigned to"),
  disposal: msg("Marked for disposal"),
  modified: msg("Modified"),
  created: msg("Created"),
  yes: msg("yes"),
  no: msg("no"),
};
