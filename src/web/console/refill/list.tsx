import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { RefillItem } from "../../api/types/endpoints.d.ts";
import { quantityText } from "../../articles/amounts.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { pathOrName } from "../../offline/sync/locations.ts";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { useCatalogue } from "../articles/names.ts";
import { TABLE_FORMATS } from "../batch/use-download.ts";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { useLocations } from "../locations/tree/location-tree.ts";
import { placeName } from "./minimum-card.tsx";

/** `#/refill`: what has fewer pieces than its minimum, in the walking order of the locations. */
export function RefillScreen() {
  const categories = useCatalogue("articleCategory");
  // For the paths of the lines.
  useLocations();
  const list = useList({
    filters: {
      locationId: { kind: "location", label: t(msg("Location")) },
      categoryId: { kind: "record", label: t(msg("Category")), items: categories },
      supplier: { kind: "text", label: t(msg("Supplier")) },
    },
    pages: { by: "cursor", rows: 100 },
    request: (filters, page) => call("GET /api/refill-list", { ...filters, ...page }),
    follows: ["refill", "articles", "locations"],
  });
  const files = TABLE_FORMATS.map(({ format, label }) => ({
    label: t(label),
    request: call("GET /api/export/refill-list", { ...list.values, format }),
  }));
  return (
    <ListScreen
      title={t(msg("Refill list"))}
      exports={may("manage") ? files : []}
      actions={
        <Button icon="print" onClick={() => print()}>
          {t(msg("Print"))}
        </Button>
      }
      list={list}
      columns={columns()}
      idOf={({ ruleId }) => ruleId}
      hrefOf={({ articleId }) => `#/articles/${articleId}`}
      empty={{
        icon: "there",
        title: t(msg("Nothing needs a refill.")),
        text: t(msg("Articles appear here when fewer pieces are left than their minimum stock.")),
      }}
    />
  );
}

const columns = (): readonly Column<RefillItem>[] => [
  // The first column is the link.
  { title: t(msg("Article")), cell: ({ article }) => article.name },
  { title: t(msg("Location")), cell: placeName },
  { title: t(msg("Code")), isCode: true, cell: ({ article }) => article.code ?? "–" },
  { title: t(msg("Stock")), number: ({ stock, article }) => quantityText(stock, article.unit) },
  { title: t(msg("Minimum")), number: ({ minimum, article }) => quantityText(minimum, article.unit) },
  {
    title: t(msg("Missing")),
    number: ({ missing, article }) => <b>{quantityText(missing, article.unit)}</b>,
  },
  {
    title: t(msg("Where else it is")),
    cell: ({ sources, article }) =>
      sources
        .map(({ location, quantity }) => `${pathOrName(location)}: ${quantityText(quantity, article.unit)}`)
        .join(", ") || "–",
  },
  { title: t(msg("Supplier")), cell: ({ article }) => article.supplier ?? "–" },
];
