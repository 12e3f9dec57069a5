import { msg } from "../../../../domain/message.ts";
import type { ArticleFilter } from "../../../../records/article-filters.ts";
import { call } from "../../../api/call.ts";
import type { CustomField } from "../../../api/types/endpoints.d.ts";
import { money } from "../../../articles/amounts.ts";
import { customValueText } from "../../../articles/custom-values.tsx";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import { type Filter, filterValue } from "../../list-screen/filters.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import type { ListQuery } from "../list-query.ts";
import type { Named, Names } from "../names.ts";

type ArticleFilters = Readonly<Partial<Record<ArticleFilter, Filter>>>;
/** Those that are always offered: all but the text and those of custom fields. */
type OwnFilters = Readonly<Record<Exclude<ArticleFilter, "q" | `field${string}`>, Filter>>;

/** The filters of the list of articles, apart from the text. */
export function useArticleFilters({ filters }: ListQuery, names: Names): ArticleFilters {
  const record = (label: string, items: readonly Named[]) => ({ kind: "record", label, items }) as const;
  const own: OwnFilters = {
    categoryId: record(t(msg("Category")), names.lists.articleCategory),
    typeId: record(t(msg("Type")), names.lists.articleType),
    stateId: record(t(msg("State")), names.lists.articleState),
    responsibleUserId: record(t(msg("Responsible person")), names.people),
    userId: record(t(msg("Assigned to")), names.people),
    locationId: {
      kind: "location",
      label: t(msg("Location")),
      fieldLabel: t(msg("Location, including those below")),
      excludes: ["noPlace"],
    },
    noPlace: { kind: "flag", label: t(msg("No location")), excludes: ["locationId"] },
    isDisposal: { kind: "flag", label: t(msg("Marked for disposal")) },
    priceFrom: { kind: "decimal", label: t(msg("Price from")), text: priceText },
    priceTo: { kind: "decimal", label: t(msg("Price to")), text: priceText },
    warrantyFrom: { kind: "day", label: t(msg("Warranty from")) },
    warrantyTo: { kind: "day", label: t(msg("Warranty to")) },
  };
  return removable(filters, { ...own, ...useFieldFilters(filters) });
}

/** The filters with a chip for each value that is requested, also for one that its filter can't have. */
function removable(values: Readonly<Record<string, string | null>>, filters: ArticleFilters): ArticleFilters {
  const all = Object.entries(filters).map(([name, filter]): [string, Filter] => {
    const isPossible = filterValue(filter, values[name] ?? "0") !== undefined;
    if (isPossible || (filter.kind !== "record" && filter.kind !== "location")) return [name, filter];
    const { label, excludes = [] } = filter;
    return [name, { kind: "link", label, excludes, text: (oid) => t(msg("No. {oid}"), { oid }) }];
  });
  return Object.fromEntries(all);
}

const priceText = (value: string) => (Number.isNaN(Number(value)) ? value : money(Number(value)));

/** The filters by one custom field: the field, then its value or the range of it. */
function useFieldFilters({ fieldId, fieldValue }: ListQuery["filters"]): ArticleFilters {
  const fields = useCustomFields();
  const field = fields.find(({ oid }) => String(oid) === fieldId);
  const removed = useRemovedChoices(field);
  const name = field?.name ?? (fieldId === null ? t(msg("Custom field")) : `#${fieldId}`);
  // A value that the field can't have, in the address, is removed as all others are.
  const link = { kind: "link", label: name, text: (value: string) => value } as const;
  const links: ArticleFilters = {
    fieldValue: link,
    fieldFrom: { ...link, label: t(msg("{name} from"), { name }) },
    fieldTo: { ...link, label: t(msg("{name} to"), { name }) },
    fieldEmpty: { ...link, label: t(msg("{name}: no value"), { name }) },
  };
  const ofField: Filter = { kind: "record", label: t(msg("Custom field")), items: fields };
  if (fieldId === null) return fields.length === 0 ? links : { fieldId: ofField, ...links };
  const type = field?.type ?? "text";
  const inner = { within: "fieldId", excludes: ["fieldEmpty"] } as const;
  const bound = (label: string): Filter =>
    type === "date"
      ? { ...inner, kind: "day", label }
      : {
          ...inner,
          kind: "decimal",
          label,
          text: (value) => (field ? customValueText(field, value) : value),
        };
  const choices = type === "yesNo" ? ["true", "false"] : [...(field?.choices ?? []), ...removed];
  const present = fieldValue === null || choices.includes(fieldValue) ? [] : [fieldValue];
  const values: ArticleFilters =
    type === "number" || type === "date"
      ? { fieldFrom: bound(t(msg("{name} from"), { name })), fieldTo: bound(t(msg("{name} to"), { name })) }
      : {
          fieldValue:
            field !== undefined && (type === "choice" || type === "yesNo")
              ? {
                  ...inner,
                  kind: "choice",
                  label: name,
                  items: [...choices, ...present].map((value) => ({
                    value,
                    label: customValueText(field, value),
                  })),
                }
              : { ...inner, kind: "text", label: name },
        };
  return {
    fieldId: ofField,
    ...Object.fromEntries(Object.entries(links).map(([key, one]) => [key, { ...one, within: "fieldId" }])),
    ...values,
    fieldEmpty: {
      kind: "flag",
      label: t(msg("{name}: no value"), { name }),
      within: "fieldId",
      excludes: ["fieldValue", "fieldFrom", "fieldTo"],
    },
  };
}

/** The removed choices that articles still have. */
function useRemovedChoices(field: CustomField | undefined): readonly string[] {
  const { body } = useLiveQuery(
    field?.type === "choice" && may("manage")
      ? call("GET /api/customfields/{id}/uses", { id: field.oid })
      : null,
  );
  const used = body?.choices.map(({ choice }) => choice) ?? [];
  return used.filter((one) => field?.choices?.includes(one) === false);
}
