import { msg } from "../../../domain/message.ts";
import { withTag } from "../../api/call.ts";
import { type CatalogueName, getCatalogueItem, mergeCatalogueItem } from "../../api/catalogues.ts";
import type { CatalogueItem, CatalogueUses } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { RecordSelect } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { FormDialog, StillEditing, useForm } from "../forms/form.tsx";
import { runJob } from "../jobs/run-job.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { CATALOGUE_TEXTS } from "./catalogue-texts.ts";

interface MergeDialogProps {
  readonly catalogue: CatalogueName;
  readonly record: CatalogueItem;
  readonly records: readonly CatalogueItem[];
  readonly uses: CatalogueUses | null;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Merges a record into another one of its list. Shows how many records change. */
export function MergeDialog({ catalogue, record, records, uses, onClose, onMerged }: MergeDialogProps) {
  const { tag } = useLiveQuery(getCatalogueItem(catalogue, record.oid), { follows: ["catalogues"] });
  const form = useForm({
    start: { into: null as number | null },
    labels: { into: msg("Merge into") },
    save: async ({ into }) => {
      if (into === null) throw new StillEditing();
      const request = mergeCatalogueItem(catalogue, record.oid, into);
      const job = await runJob(withTag(request, tag), {}, () => {});
      if (job.state !== "done")
        throw new StillEditing(job.error?.message ?? t(msg("Something went wrong on the server.")));
    },
    onSaved: (_, { into }) => {
      const name = records.find(({ oid }) => oid === into)?.name ?? "";
      showSuccess(t(msg("{name} merged into {into}."), { name: record.name, into: name }));
      onMerged();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Merge {name}"), { name: record.name })}
      action={t(form.isBusy ? msg("Merging…") : msg("Merge"))}
      kind="danger"
      isReady={form.values.into !== null}
      onClose={onClose}
    >
      <RecordSelect
        {...form.field("into")}
        isRequired
        items={records.filter(({ oid }) => oid !== record.oid)}
      />
      <p>
        {t(ARTICLES, { n: uses?.articles ?? 0 })}
        {uses !== null && otherUses(uses).map((use) => `, ${use}`)}
        {t(msg(" will use the selected record instead."))}
      </p>
      <p>{t(msg("Then {name} is deleted. This can't be undone."), { name: record.name })}</p>
    </FormDialog>
  );
}

/** Whether nothing uses a record, so that it can be deleted; false while this is not known. */
export function isUnused(uses: CatalogueUses | null): boolean {
  if (uses === null) return false;
  return uses.articles + uses.deletedArticles + uses.inventoryItems + uses.disposalProposals === 0;
}

/** The uses of a record other than by articles. */
function otherUses(uses: CatalogueUses): readonly string[] {
  return [
    {
      count: uses.deletedArticles,
      message: msg("{n, plural, one {# deleted article} other {# deleted articles}}"),
    },
    {
      count: uses.inventoryItems,
      message: msg("{n, plural, one {# stocktake item} other {# stocktake items}}"),
    },
    {
      count: uses.disposalProposals,
      message: msg("{n, plural, one {# disposal request} other {# disposal requests}}"),
    },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, message }) => t(message, { n: count }));
}

interface RecordUsesProps {
  readonly catalogue: CatalogueName;
  readonly uses: CatalogueUses | null;
}

/** The number of uses of a record; articles are a link to their list if it has such a filter. */
export function RecordUses({ catalogue, uses }: RecordUsesProps) {
  if (uses === null) return <span class="list-uses" />;
  const { filter } = CATALOGUE_TEXTS[catalogue];
  const articles = t(ARTICLES, { n: uses.articles });
  return (
    <span class="list-uses">
      {isUnused(uses) && <span class="muted">{t(msg("Not used"))}</span>}
      {uses.articles > 0 &&
        (filter === null ? articles : <a href={`#/articles?${filter}=${uses.oid}`}>{articles}</a>)}
      {otherUses(uses).map((use) => (
        <span key={use} class="muted">
          {use}
        </span>
      ))}
    </span>
  );
}

const ARTICLES = msg("{n, plural, one {# article} other {# articles}}");
