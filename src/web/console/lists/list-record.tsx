import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ARTICLE } from "../../../records/article.ts";
import { ARTICLE_FILTER_NAMES } from "../../../records/article-filters.ts";
import type { CatalogueName } from "../../../records/catalogues.ts";
import { columnsTo } from "../../../records/record.ts";
import { withoutTag, withTag } from "../../api/call.ts";
import {
  deleteCatalogueItem,
  getCatalogueItem,
  listCatalogueItems,
  mergeCatalogueItem,
  updateCatalogueItem,
} from "../../api/catalogues.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CatalogueItem, CatalogueUses } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { RecordSelect } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { useEdit } from "../forms/edit.tsx";
import { FormDialog, useForm } from "../forms/form.tsx";
import { requestTagged, type Tagged } from "../forms/guarded-requests.ts";
import { type Change, useMutation } from "../forms/mutation.tsx";
import { CHANGED_SINCE, NotDone } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

interface ListRecordProps {
  readonly catalogue: CatalogueName;
  readonly record: CatalogueItem;
  /** All records of the list. */
  readonly records: readonly CatalogueItem[];
  /** Null: not known yet. */
  readonly uses: CatalogueUses | null;
  readonly isRenaming: boolean;
  readonly setRenaming: (isRenaming: boolean) => void;
  readonly onChanged: () => void;
}

/** One record of a list: its name, its uses, and its actions. */
export function ListRecord({
  catalogue,
  record,
  records,
  uses,
  isRenaming,
  setRenaming,
  onChanged,
}: ListRecordProps) {
  const [isMerging, setMerging] = useState(false);
  const { name, isGlobal, isHidden, isDefault = false } = record;

  const { run } = useMutation({ after: onChanged });
  const setHidden = (next: boolean) => updateCatalogueItem(catalogue, record.oid, { isHidden: next });
  const hiding = (next: boolean): Change<Tagged<CatalogueItem>> => ({
    send: () => requestTagged(withoutTag(setHidden(next), "isHidden")),
    done: t(next ? msg("{name} hidden.") : OFFERED_AGAIN, { name }),
    undo: ({ tag }) =>
      next ? { send: withTag(setHidden(false), tag), done: t(OFFERED_AGAIN, { name }) } : null,
  });

  /** Makes a currency the company's instead of another one, or no longer. */
  const defaulting = (next: boolean): Change => {
    const request = (of: CatalogueItem, is: boolean) =>
      withoutTag(updateCatalogueItem(catalogue, of.oid, { isDefault: is }), "isDefault");
    const before = records.find((one) => one.isDefault && one !== record);
    const text = next
      ? msg("Prices without a currency are in {name} now.")
      : msg("{name} is no longer the company's currency.");
    return {
      send: request(record, next),
      done: t(text, { name }),
      undo: () => ({
        send: async () => {
          const now = await requestAsUser(listCatalogueItems(catalogue));
          const chosen = now.find((one) => one.isDefault)?.oid;
          if (chosen !== (next ? record.oid : undefined)) throw new NotDone(t(CHANGED_SINCE));
          return requestAsUser(next && before !== undefined ? request(before, true) : request(record, !next));
        },
        done: t(msg("Saved.")),
      }),
    };
  };

  if (isRenaming) {
    return (
      <RenameForm
        catalogue={catalogue}
        record={record}
        onEnd={() => {
          setRenaming(false);
          onChanged();
        }}
      />
    );
  }
  return (
    <>
      <span class="list-name">
        <b class={isHidden ? "muted" : ""}>{name}</b>
        {isHidden && <Badge tone="muted">{t(msg("Hidden"))}</Badge>}
        {isGlobal && <Badge tone="muted">{t(msg("Built-in"))}</Badge>}
        {isDefault && <Badge tone="info">{t(msg("The company's currency"))}</Badge>}
      </span>
      <RecordUses catalogue={catalogue} uses={uses} />
      <span class="list-actions">
        {!isGlobal && (
          <Button aria-label={t(msg("Rename {name}"), { name })} onClick={() => setRenaming(true)}>
            {t(msg("Rename"))}
          </Button>
        )}
        <Button
          aria-label={t(isHidden ? msg("Show {name}") : msg("Hide {name}"), { name })}
          onClick={() => run(hiding(!isHidden))}
        >
          {t(isHidden ? msg("Show") : msg("Hide"))}
        </Button>
        {!isGlobal && (
          <Menu
            class="list-record-menu"
            label={
              <>
                {t(msg("More"))}
                <span class="sr-only"> {name}</span>
              </>
            }
          >
            {(close) => (
              <div class="list-menu">
                {catalogue === "currencyType" && (
                  <Button
                    onClick={() => {
                      close();
                      void run(defaulting(!isDefault));
                    }}
                  >
                    {t(isDefault ? msg("Not the company's currency") : msg("Make it the company's currency"))}
                  </Button>
                )}
                <Button
                  disabled={records.length < 2}
                  onClick={() => {
                    close();
                    setMerging(true);
                  }}
                >
                  {t(msg("Merge into…"))}
                </Button>
                <Button
                  disabled={!isUnused(uses)}
                  onClick={() => {
                    close();
                    void run(deletionOf(catalogue, record));
                  }}
                >
                  {t(msg("Delete…"))}
                </Button>
                {!isUnused(uses) && (
                  <p class="muted">
                    {t(msg("A record in use can't be deleted. Hide it, or merge it into another one."))}
                  </p>
                )}
              </div>
            )}
          </Menu>
        )}
      </span>
      {isMerging && (
        <MergeDialog
          catalogue={catalogue}
          record={record}
          records={records}
          uses={uses}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

/** The deletion of a record, unless it has changed since the question. */
const deletionOf = (catalogue: CatalogueName, { oid, name }: CatalogueItem): Change => ({
  record: getCatalogueItem(catalogue, oid),
  question: {
    title: t(msg("Delete {name}?"), { name }),
    text: t(msg("Nothing uses it. This can't be undone.")),
    action: t(msg("Delete")),
    isDangerous: true,
  },
  send: ({ tag }) => withTag(deleteCatalogueItem(catalogue, oid), tag),
  done: t(msg("{name} deleted."), { name }),
});

interface MergeDialogProps extends Pick<ListRecordProps, "catalogue" | "record" | "records" | "uses"> {
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Merges a record into another one of its list. Shows how many records change. */
function MergeDialog({ catalogue, record, records, uses, onClose, onMerged }: MergeDialogProps) {
  const { tag } = useLiveQuery(getCatalogueItem(catalogue, record.oid), { follows: ["catalogues"] });
  const form = useForm({
    start: { into: null as number | null },
    labels: { into: msg("Merge into") },
    save: async ({ into }) => {
      if (into === null) throw new NotDone();
      const request = mergeCatalogueItem(catalogue, record.oid, into);
      const job = await runJob(withTag(request, tag), {}, () => {});
      if (job.state !== "done")
        throw new NotDone(job.error?.message ?? t(msg("Something went wrong on the server.")));
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
function isUnused(uses: CatalogueUses | null): boolean {
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

/** The number of uses of a record; articles are a link to their list if it has such a filter. */
function RecordUses({ catalogue, uses }: Pick<ListRecordProps, "catalogue" | "uses">) {
  if (uses === null) return <span class="list-uses" />;
  const filter = ARTICLE_FILTER_NAMES.find((name) => columnsTo(ARTICLE, catalogue).includes(name));
  const articles = t(ARTICLES, { n: uses.articles });
  return (
    <span class="list-uses">
      {isUnused(uses) && <span class="muted">{t(msg("Not used"))}</span>}
      {uses.articles > 0 &&
        (filter === undefined ? articles : <a href={`#/articles?${filter}=${uses.oid}`}>{articles}</a>)}
      {otherUses(uses).map((use) => (
        <span key={use} class="muted">
          {use}
        </span>
      ))}
    </span>
  );
}

const OFFERED_AGAIN = msg("{name} is offered again.");

const ARTICLES = msg("{n, plural, one {# article} other {# articles}}");

interface RenameFormProps {
  readonly catalogue: CatalogueName;
  readonly record: CatalogueItem;
  readonly onEnd: () => void;
}

interface Named {
  readonly name: string;
}
const nameOf = ({ name }: CatalogueItem): Named => ({ name });

/** The name of a record, editable in its row. */
function RenameForm({ catalogue, record, onEnd }: RenameFormProps) {
  const read = getCatalogueItem(catalogue, record.oid);
  const write = (body: Partial<Named>) => updateCatalogueItem(catalogue, record.oid, body);
  const query = useLiveQuery(read, { follows: ["catalogues"] });
  const edit = useEdit({ read, write, names: NAMES }, query, nameOf);
  const form = useRef<HTMLFormElement>(null);
  const { fields } = edit;
  const isKnown = fields !== null;
  useLayoutEffect(() => form.current?.querySelector("input")?.select(), [isKnown]);
  const onSaved = () => {
    showSuccess(t(msg("Saved.")));
    onEnd();
  };
  const cancel = () => {
    edit.discard();
    onEnd();
  };
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (!edit.isChanged) onEnd();
    else if (await edit.save()) onSaved();
  };
  // Text that is typed before the record is loaded would be lost.
  if (fields === null) {
    return (
      <>
        <span class="list-name">
          <b>{record.name}</b>
        </span>
        <span class="list-actions">
          <Button onClick={cancel}>{t(msg("Cancel"))}</Button>
        </span>
      </>
    );
  }
  return (
    <form
      ref={form}
      class="list-rename"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === "Escape") cancel();
      }}
    >
      <TextField
        {...fields.field("name")}
        isRequired
        problem={fields.errors["name"] ?? edit.problem ?? undefined}
      />
      <span class="list-actions">
        <Button kind="primary" type="submit" disabled={edit.isBusy}>
          {t(msg("Save"))}
        </Button>
        <Button onClick={cancel}>{t(msg("Cancel"))}</Button>
      </span>
    </form>
  );
}

const NAMES = { name: msg("Name") };
