import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { CATALOGUE_NAMES, CATALOGUES, type CatalogueName } from "../../../records/catalogues.ts";
import { getCatalogueItem, listCatalogueItems, listCatalogueUses } from "../../api/catalogues.ts";
import type { CatalogueItem, CatalogueUses } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { FieldsTab } from "../custom-fields/fields-tab.tsx";
import { isEditExpired } from "../forms/edit.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { CreateRecord } from "./catalogue-select.tsx";
import "./lists.css";
import { ListRecord } from "./list-record.tsx";
import { useReorder } from "./use-reorder.ts";

/** `#/lists` and `#/lists/:list`: the catalogues, in the tenant's order. */
export function ListsScreen({ list = CATALOGUES.articleCategory.screen }: Readonly<Record<string, string>>) {
  if (list === FIELDS_PATH)
    return (
      <Screen title={t(TITLE)} tabs={<ListTabs current={list} />}>
        <FieldsTab />
      </Screen>
    );
  const catalogue = CATALOGUE_NAMES.find((name) => CATALOGUES[name].screen === list);
  if (catalogue === undefined) return <NotFound />;
  return (
    <Screen title={t(TITLE)} tabs={<ListTabs current={list} />}>
      <OneList key={catalogue} catalogue={catalogue} />
    </Screen>
  );
}

/** The path of the custom fields, a tab beside the catalogues. */
const FIELDS_PATH = "fields";

function ListTabs({ current }: { readonly current: string }) {
  const lists = [...Object.values(CATALOGUES), { screen: FIELDS_PATH, title: msg("Custom fields") }];
  const tabs = lists.map(({ screen, title }) => ({
    to: `/lists/${screen}`,
    label: t(title),
    isCurrent: screen === current,
  }));
  return <Tabs label={t(TITLE)} tabs={tabs} />;
}

function OneList({ catalogue }: { readonly catalogue: CatalogueName }) {
  const [isCreating, setCreating] = useState(false);
  const query = useLiveQuery(listCatalogueItems(catalogue), { follows: ["catalogues"] });
  const uses = useLiveQuery(listCatalogueUses(catalogue), {
    follows: ["catalogues", "articles", "approvals"],
  });
  const { title, create } = CATALOGUES[catalogue];
  const onCreated = ({ name }: CatalogueItem) => {
    setCreating(false);
    showSuccess(t(msg("{name} created."), { name }));
    query.refetch();
  };
  return (
    <section aria-labelledby="list-title">
      <div class="screen-title">
        <h2 id="list-title">{t(title)}</h2>
        <Button kind="primary" onClick={() => setCreating(true)}>
          {t(create)}
        </Button>
      </div>
      <p class="muted">
        {t(
          msg(
            "Forms offer the records in this order. Hidden records are not offered; articles that use them keep them.",
          ),
        )}
      </p>
      <QueryBoundary
        query={query}
        empty={
          <EmptyState
            icon="article"
            title={t(msg("No records yet"))}
            text={t(msg("Articles can use a record as soon as it is created."))}
          >
            <Button onClick={() => setCreating(true)}>{t(create)}</Button>
          </EmptyState>
        }
      >
        {(records) => (
          <ListRecords
            catalogue={catalogue}
            records={records}
            uses={uses.body ?? []}
            onChanged={query.refetch}
          />
        )}
      </QueryBoundary>
      {isCreating && (
        <CreateRecord catalogue={catalogue} onCreated={onCreated} onClose={() => setCreating(false)} />
      )}
    </section>
  );
}

interface ListRecordsProps {
  readonly catalogue: CatalogueName;
  readonly records: readonly CatalogueItem[];
  readonly uses: readonly CatalogueUses[];
  readonly onChanged: () => void;
}

/** The records of one list, in order. */
function ListRecords({ catalogue, records, uses, onChanged }: ListRecordsProps) {
  const [renamed, setRenamed] = useState<readonly number[]>(() =>
    records.map(({ oid }) => oid).filter((oid) => isEditExpired(getCatalogueItem(catalogue, oid))),
  );
  const { shown, dragged, announced, move, rowHandlers } = useReorder(catalogue, records, onChanged);
  return (
    <>
      <ol class="list-records">
        {shown.map((record, position) => (
          <li
            key={record.oid}
            class={record.oid === dragged ? "is-dragged" : ""}
            {...rowHandlers(record, position)}
            // Text in a draggable row can't be selected.
            draggable={!renamed.includes(record.oid)}
          >
            <span class="list-order">
              {ARROWS.map(({ step, sign, label, id }) => (
                <Button
                  key={id}
                  kind="plain"
                  id={`${id}-${record.oid}`}
                  aria-label={t(label, { name: record.name })}
                  aria-disabled={position + step < 0 || position + step >= shown.length}
                  onClick={() => move(record, position + step, `${id}-${record.oid}`)}
                >
                  {sign}
                </Button>
              ))}
            </span>
            <ListRecord
              catalogue={catalogue}
              record={record}
              records={shown}
              uses={uses.find(({ oid }) => oid === record.oid) ?? null}
              isRenaming={renamed.includes(record.oid)}
              setRenaming={(isRenaming) =>
                setRenamed((now) =>
                  isRenaming ? [...now, record.oid] : now.filter((oid) => oid !== record.oid),
                )
              }
              onChanged={onChanged}
            />
          </li>
        ))}
      </ol>
      <p class="sr-only" role="status">
        {announced}
      </p>
    </>
  );
}

const ARROWS = [
  { step: -1, sign: "↑", id: "up", label: msg("Move {name} up") },
  { step: 1, sign: "↓", id: "down", label: msg("Move {name} down") },
] as const;

const TITLE = msg("Lists");
