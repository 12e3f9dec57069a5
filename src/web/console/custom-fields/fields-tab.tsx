import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withoutTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { showError } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { deleteField } from "./delete-field.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { FIELD_TYPE_TEXTS } from "./field-types.ts";
import styles from "./fields-tab.module.css";
import { useCategories } from "./use-custom-fields.ts";

/** `#/lists/fields`: the custom fields, in their order. */
export function FieldsTab() {
  const [edited, setEdited] = useState<CustomField | "new" | null>(null);
  const query = useLiveQuery(call("GET /api/customfields"), { follows: ["catalogues"] });
  const onSaved = () => {
    setEdited(null);
    query.refetch();
  };
  return (
    <section aria-labelledby="list-title">
      <div class="screen-title">
        <h2 id="list-title">{t(msg("Custom fields"))}</h2>
        <Button onClick={() => setEdited("new")}>{t(msg("Create field"))}</Button>
      </div>
      <p class="muted">
        {t(
          msg(
            "Fields of your own for articles, of all categories or of some. They are searched, filtered, imported, exported and printed on labels.",
          ),
        )}
      </p>
      <QueryBoundary
        query={query}
        empty={
          <EmptyState
            icon="article"
            title={t(msg("No custom fields yet"))}
            text={t(msg("For example: voltage, next inspection, manual."))}
          >
            <Button kind="secondary" onClick={() => setEdited("new")}>
              {t(msg("Create field"))}
            </Button>
          </EmptyState>
        }
      >
        {(fields) => (
          <ol class={styles["fields"]}>
            {fields.map((field, position) => (
              <FieldRow
                key={field.oid}
                {...{ field, position }}
                count={fields.length}
                onEdit={() => setEdited(field)}
                onChanged={query.refetch}
              />
            ))}
          </ol>
        )}
      </QueryBoundary>
      {edited !== null && (
        <FieldDialog
          field={edited === "new" ? null : edited}
          onSaved={onSaved}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

interface FieldRowProps {
  readonly field: CustomField;
  readonly position: number;
  readonly count: number;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

function FieldRow({ field, position, count, onEdit, onChanged }: FieldRowProps) {
  const categories = useCategories();
  const { oid, name, type, unit, choices, categoryIds, isRequired } = field;
  const move = async (to: number) => {
    if (to < 0 || to >= count) return;
    try {
      await requestAsUser(
        withoutTag(call("PUT /api/customfields/{id}", { id: oid, body: { position: to } }), "position"),
      );
    } catch (error) {
      showError(problemText(error));
    }
    onChanged();
  };
  const named = categories.filter((one) => categoryIds?.includes(one.oid)).map((one) => one.name);
  return (
    <li>
      <span class={styles["order"]}>
        <Button
          kind="plain"
          aria-label={t(msg("Move {name} up"), { name })}
          disabled={position === 0}
          onClick={() => move(position - 1)}
        >
          ↑
        </Button>
        <Button
          kind="plain"
          aria-label={t(msg("Move {name} down"), { name })}
          disabled={position === count - 1}
          onClick={() => move(position + 1)}
        >
          ↓
        </Button>
      </span>
      <span class={styles["name"]}>
        <b>{name}</b>
        {isRequired && <Badge>{t(msg("Required"))}</Badge>}
      </span>
      <span class={styles["about"]}>
        {[t(FIELD_TYPE_TEXTS[type]), unit, choices?.join(", ")].filter(Boolean).join(" · ")}
        <span class="muted">
          {" "}
          {categoryIds === null ? t(msg("All categories")) : named.join(", ") || t(msg("No category"))}
        </span>
      </span>
      <span class={styles["actions"]}>
        <Button kind="secondary" aria-label={t(msg("Edit {name}"), { name })} onClick={onEdit}>
          {t(msg("Edit"))}
        </Button>
        <Button
          kind="secondary"
          aria-label={t(msg("Delete {name}…"), { name })}
          onClick={async () => {
            if (await deleteField(field)) onChanged();
          }}
        >
          {t(msg("Delete…"))}
        </Button>
      </span>
    </li>
  );
}
