import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { day, t } from "../../i18n/translate.ts";
import { addressQuery, queryNow } from "../../router/address.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useDismiss } from "../../ui/dismiss.ts";
import { Menu, useInWindow } from "../../ui/menu.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useLocations } from "../locations/tree/location-tree.ts";
import { FilterField, labelOf } from "./filter-field.tsx";
import {
  clearFilters,
  type Filter,
  type Filters,
  filterValue,
  isFiltered,
  isOffered,
  setFilter,
  viewHref,
} from "./filters.ts";
import styles from "./list-screen.module.css";
import { SavedViews } from "./saved-views.tsx";

interface FiltersProps {
  readonly filters: Filters;
  /** The keys of the shown columns, where they can be chosen. */
  readonly columns?: readonly string[] | undefined;
}

/** The filters of a list: its views, the search, a chip for each other filter that is set, and the saved views. */
export function ListFilters({ filters, columns }: FiltersProps) {
  const all = Object.entries(filters);
  const query = addressQuery();
  return (
    <>
      {all.map(([name, filter]) => filter.kind === "view" && <Views key={name} name={name} view={filter} />)}
      <div class={styles["tools"]}>
        {all.map(
          ([name, filter]) =>
            filter.kind === "search" && (
              <search key={name} class={`${styles["search"]} no-print`} aria-label={t(msg("Search"))}>
                <FilterField
                  filter={filter}
                  value={query.get(name) ?? ""}
                  onValue={(value) => setFilter(filters, name, value)}
                />
              </search>
            ),
        )}
        {all.some(([, { kind }]) => kind !== "view") && <FilterBar filters={filters} columns={columns} />}
      </div>
    </>
  );
}

type ChipFilter = Exclude<Filter, { kind: "view" | "search" }>;

const isChip = (filter: Filter): filter is ChipFilter => filter.kind !== "view" && filter.kind !== "search";

/** The filters that are set as chips, in the order in which they were set, and a menu of the others. */
function FilterBar({ filters, columns }: FiltersProps) {
  // The filter whose field is open: one that is set, or one that is being added.
  const [open, setOpen] = useState<string | null>(null);
  const query = queryNow();
  const all = Object.entries(filters).filter((one): one is [string, ChipFilter] => isChip(one[1]));
  const isSet = ([name, filter]: (typeof all)[number]) =>
    isOffered(filter, query) && filterValue(filter, query.get(name) ?? "") !== undefined;
  const names = [...query.keys()];
  const set = all.filter(isSet).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b));
  const added = all.filter((one) => one[0] === open && !isSet(one));
  const others = all.filter(
    (one) => one[1].kind !== "link" && one[0] !== open && !isSet(one) && isOffered(one[1], query),
  );
  const textOf = useValueText(set);
  const bar = useRef<HTMLElement>(null);
  const focusFirst = () => bar.current?.querySelector("button")?.focus();
  const hadFocus = bar.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    // The focused element is gone: a chip that was removed, or a field without a value.
    if (hadFocus && bar.current?.contains(document.activeElement) === false) focusFirst();
  });
  const add = (name: string, { kind }: ChipFilter) => {
    if (kind !== "flag") return setOpen(name);
    setFilter(filters, name, "true");
    focusFirst();
  };
  return (
    <search class={`${styles["bar"]} no-print`} aria-label={t(msg("Filters"))} ref={bar}>
      {others.length > 0 && (
        <Menu label={t(msg("Add filter"))} class={styles["add"] ?? ""}>
          {(close) =>
            others.map(([name, filter]) => (
              <Button
                key={name}
                kind="plain"
                onClick={() => {
                  close();
                  add(name, filter);
                }}
              >
                {labelOf(filter)}
              </Button>
            ))
          }
        </Menu>
      )}
      {set.length + added.length > 0 && (
        <ul class={styles["chips"]} aria-label={t(msg("Active filters"))}>
          {[...set, ...added].map(([name, filter]) => (
            <Chip
              key={name}
              name={name}
              filters={filters}
              filter={filter}
              text={added.length > 0 && name === open ? null : textOf(name, filter)}
              isOpen={name === open}
              onOpen={(isOpen) => setOpen(isOpen ? name : null)}
            />
          ))}
        </ul>
      )}
      {isFiltered(filters) && (
        <Button
          kind="plain"
          onClick={() => {
            setOpen(null);
            clearFilters(filters);
          }}
        >
          {t(msg("Clear filters"))}
        </Button>
      )}
      <SavedViews columns={columns} />
    </search>
  );
}

interface ChipProps extends FiltersProps {
  readonly name: string;
  readonly filter: ChipFilter;
  /** Its value in words, empty for one without a value; null: not set yet. */
  readonly text: string | null;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** A filter that is set: its name and value, which open its field, and a button that removes it. */
function Chip({ name, filters, filter, text, isOpen, onOpen }: ChipProps) {
  const id = useId();
  const chip = useRef<HTMLLIElement>(null);
  const panel = useRef<HTMLFieldSetElement>(null);
  const query = queryNow();
  useDismiss(id, isOpen, () => onOpen(false));
  useLayoutEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>("input, select, button")?.focus();
  }, [isOpen]);
  useInWindow(id, isOpen);
  const label = text === null || text === "" ? labelOf(filter) : `${labelOf(filter)}: ${text}`;
  const close = () => {
    chip.current?.querySelector("button")?.focus();
    onOpen(false);
  };
  const hasField = filter.kind !== "link" && filter.kind !== "flag";
  // With those that depend on it.
  const fields = Object.entries(filters).filter(([other, { within }]) => other === name || within === name);
  return (
    <li ref={chip} class={styles["chip"]}>
      {hasField ? (
        <Button
          kind="plain"
          class={styles["name"]}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!isOpen)}
        >
          <span class={styles["label"]}>{label}</span>
        </Button>
      ) : (
        <span class={`${styles["name"]} ${styles["label"]}`}>{label}</span>
      )}
      {text !== null && (
        <IconButton
          icon="cross"
          class={styles["remove"]}
          label={t(msg("Remove filter {label}"), { label })}
          onClick={() => {
            onOpen(false);
            setFilter(filters, name, null);
          }}
        />
      )}
      {hasField && (
        <fieldset
          ref={panel}
          id={id}
          class={styles["panel"]}
          hidden={!isOpen}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
            // Else the key would press the button, which has the focus now.
            event.preventDefault();
            close();
          }}
        >
          {isOpen &&
            fields.map(
              ([other, one]) =>
                isChip(one) &&
                one.kind !== "link" &&
                isOffered(one, query) && (
                  <FilterField
                    key={other}
                    filter={one}
                    value={query.get(other) ?? ""}
                    onValue={(value) => {
                      setFilter(filters, other, value);
                      // The field of a chosen location has another form.
                      if (one.kind === "location") close();
                    }}
                  />
                ),
            )}
        </fieldset>
      )}
    </li>
  );
}

/** Tells the values of filters in words. */
function useValueText(set: readonly (readonly [string, ChipFilter])[]) {
  const { tree } = useLocations(set.some(([, { kind }]) => kind === "location"));
  const query = queryNow();
  return (name: string, filter: ChipFilter): string => {
    const value = query.get(name) ?? "";
    const unknown = t(msg("No. {oid}"), { oid: value });
    switch (filter.kind) {
      case "flag":
        return value === "true" ? "" : t(msg("no"));
      case "choice":
        return filter.items.find((item) => item.value === value)?.label ?? value;
      case "record":
        return filter.items.find(({ oid }) => oid === Number(value))?.name ?? unknown;
      case "location":
        return tree?.get(Number(value))?.name ?? unknown;
      case "from":
      case "to":
      case "day":
        return day(value);
      case "decimal":
        return filter.text?.(value) ?? value;
      case "link":
        return filter.text(value);
      default:
        return value;
    }
  };
}

interface ViewsProps {
  readonly name: string;
  readonly view: Extract<Filter, { kind: "view" }>;
}

/** Links to the views of a list. */
function Views({ name, view: { items } }: ViewsProps) {
  const text = addressQuery().get(name) ?? "";
  const current = items.find(({ value }) => value === text) ?? items[0];
  return (
    <nav aria-label={t(msg("Show"))}>
      <Toolbar class={`${styles["views"]} no-print`}>
        {items.map((item) => (
          <a
            key={item.value}
            href={viewHref(name, item.value)}
            aria-current={item === current ? "page" : undefined}
          >
            {item.label}
          </a>
        ))}
      </Toolbar>
    </nav>
  );
}
