import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withoutTag, withTag } from "../../api/call.ts";
import type { SavedView } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { changeQuery, queryNow } from "../../router/address.ts";
import { go, path } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { FormDialog, type ShownFields, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { PAGE } from "./filters.ts";
import styles from "./list-screen.module.css";

interface SavedViewsProps {
  /** The shown columns, where they can be chosen: views save them. */
  readonly columns: readonly string[] | undefined;
}

/** The parameter of the address that says which view it began with. */
const CHOSEN = "saved";
/** A list of one record, such as the deliveries of a webhook, has no views. */
const OF_RECORD = /\/\d+(?:\/|$)/;

/**
 * The saved views of a list, own and shared ones: a menu that opens them, saves the address as one, and changes the chosen one. A view
 * is the parameters of the address, which stays what the list shows.
 */
export function SavedViews({ columns }: SavedViewsProps) {
  const [screen = "/"] = path.value.split("?");
  const hasViews = !OF_RECORD.test(screen);
  const query = useLiveQuery(hasViews ? call("GET /api/saved-views") : null, { follows: ["views"] });
  // The view that is being renamed; "new": the address is being saved as one.
  const [edited, setEdited] = useState<SavedView | "new" | null>(null);
  const { run } = useMutation({ after: query.refetch });
  if (!hasViews) return null;
  const views = query.body?.filter((view) => view.screen === screen) ?? [];
  const shown = savedQuery(columns);
  const chosen = views.find(({ oid }) => String(oid) === queryNow().get(CHOSEN)) ?? null;
  const isChanged = chosen !== null && compared(chosen.query) !== compared(shown, chosen.query);
  const mayChange = chosen !== null && (!chosen.isShared || may("manage"));
  const onSaved = (view: SavedView) => {
    query.refetch();
    setEdited(null);
    if (edited === "new") go(pathOf(view), { replace: true });
  };
  return (
    <div class={styles["views-menu"]}>
      <Menu
        label={
          <span class={`${styles["label"]} ${styles["view-name"]}`}>
            {chosen === null
              ? t(msg("Views"))
              : isChanged
                ? t(msg("{name} (changed)"), { name: chosen.name })
                : chosen.name}
          </span>
        }
      >
        {(close) => {
          const item = (label: string, action: () => void) => (
            <Button
              kind="plain"
              onClick={() => {
                close();
                action();
              }}
            >
              {label}
            </Button>
          );
          return (
            <>
              <Links
                title={t(msg("My views"))}
                views={views.filter((one) => !one.isShared)}
                chosen={chosen}
              />
              <Links
                title={t(msg("Shared views"))}
                views={views.filter((one) => one.isShared)}
                chosen={chosen}
              />
              {chosen !== null &&
                mayChange &&
                isChanged &&
                item(t(msg("Save changes to {name}"), { name: chosen.name }), () =>
                  run(updateOf(chosen, shown)),
                )}
              {item(t(msg("Save as a view…")), () => setEdited("new"))}
              {chosen !== null && mayChange && (
                <>
                  {item(may("manage") ? t(msg("Rename or share…")) : t(msg("Rename…")), () =>
                    setEdited(chosen),
                  )}
                  {item(t(msg("Delete {name}"), { name: chosen.name }), () => run(removalOf(chosen)))}
                </>
              )}
            </>
          );
        }}
      </Menu>
      {edited !== null && (
        <ShownRecord read={edited === "new" ? null : readOf(edited)} onClose={() => setEdited(null)}>
          {(record) => (
            <ViewDialog
              record={record}
              screen={screen}
              query={shown}
              onSaved={onSaved}
              onClose={() => setEdited(null)}
            />
          )}
        </ShownRecord>
      )}
    </div>
  );
}

interface LinksProps {
  readonly title: string;
  readonly views: readonly SavedView[];
  readonly chosen: SavedView | null;
}

function Links({ title, views, chosen }: LinksProps) {
  if (views.length === 0) return null;
  return (
    <nav class={styles["saved"]} aria-label={title}>
      <p class="muted">{title}</p>
      {views.map((view) => (
        <a key={view.oid} href={`#${pathOf(view)}`} aria-current={view === chosen ? "page" : undefined}>
          {view.name}
        </a>
      ))}
    </nav>
  );
}

interface DialogProps {
  /** Null: a new view. */
  readonly record: ShownVersion<SavedView> | null;
  readonly screen: string;
  readonly query: string;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
}

/** The name of a view, and whether it is shared. */
function ViewDialog({ record, screen, query, onSaved, onClose }: DialogProps) {
  const valuesOf = ({ name, isShared }: SavedView) => ({ name, isShared });
  const form = useForm({
    start: record === null ? { name: "", isShared: false } : valuesOf(record.body),
    labels: NAMES,
    shown: record && { ...record, valuesOf, describe },
    save: (values, { create, update }) =>
      record === null
        ? create(call("POST /api/saved-views", { body: { screen, query, ...values } }))
        : update(call("PUT /api/saved-views/{id}", { id: record.body.oid, body: values }), {
            needsResponse: true,
          }),
    onSaved,
  });
  return (
    <FormDialog
      form={form}
      title={record === null ? t(msg("Save as a view")) : record.body.name}
      isReady={form.values.name.trim() !== ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} />
      {may("manage") && (
        <Checkbox checked={form.values.isShared} onValue={(isShared) => form.set({ isShared })}>
          {t(msg("Shared with everybody in the company"))}
        </Checkbox>
      )}
    </FormDialog>
  );
}

const NAMES = { name: msg("Name"), isShared: msg("Shared", "view") };

const describe = ({ name, isShared }: Pick<SavedView, "name" | "isShared">): ShownFields => [
  [t(NAMES.name), name],
  [t(NAMES.isShared), t(isShared ? msg("Yes") : msg("No"))],
];

const readOf = ({ oid }: SavedView) => call("GET /api/saved-views/{id}", { id: oid });

const updateOf = (view: SavedView, query: string): Change => ({
  send: withoutTag(call("PUT /api/saved-views/{id}", { id: view.oid, body: { query } }), "query"),
  done: t(msg("Saved.")),
});

function removalOf(view: SavedView): Change {
  const { oid: _, ...body } = view;
  return {
    record: readOf(view),
    send: ({ tag }) => withTag(call("DELETE /api/saved-views/{id}", { id: view.oid }), tag),
    done: t(msg("{name} deleted."), view),
    undo: () => ({ send: ({ create }) => create(call("POST /api/saved-views", { body })) }),
    onDone: () => changeQuery({ [CHOSEN]: null }, { replace: true }),
  };
}

/** The path of a list as a view has it. */
function pathOf({ oid, screen, query }: SavedView): string {
  const params = new URLSearchParams(query);
  params.set(CHOSEN, String(oid));
  return `${screen}?${params}`;
}

/** What a view saves of the address: all but the page. */
function savedQuery(columns: readonly string[] | undefined): string {
  const params = queryNow();
  for (const name of [...Object.keys(PAGE), "all", "straight", CHOSEN]) params.delete(name);
  if (columns !== undefined) params.set("columns", columns.join());
  return params.toString();
}

/** The parameters in any order. `view`: the query of a view, which may leave the columns to each browser. */
function compared(query: string, view = query): string {
  const params = new URLSearchParams(query);
  if (!new URLSearchParams(view).has("columns")) params.delete("columns");
  params.sort();
  return params.toString();
}
