import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { ArticleRow, FullArticle, UpdateFullArticleRequest } from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { loadErrorText } from "../../../query/query-boundary.tsx";
import type { EndEditing } from "../../../ui/table/data-table.tsx";
import { showError } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { useEdit } from "../../forms/edit.tsx";
import { FormBody } from "../../forms/form.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { type FullFields, fullFieldsOf } from "../fields.ts";
import type { Names } from "../names.ts";
import { ArticleField, type ControlledField, shownFields } from "../record/form.tsx";
import styles from "./list.module.css";

export interface CellEditorProps {
  readonly row: ArticleRow;
  readonly field: ControlledField;
  readonly names: Names;
  /** Gets whether the value is changed and not saved. */
  readonly onTyped: (isTyped: boolean) => void;
  /** Resolves when the list has the saved value. */
  readonly onSaved: () => Promise<void>;
  readonly onEnd: EndEditing;
}

type Then = Parameters<EndEditing>[0];

/**
 * Changes one field of an article in its cell. Enter saves, Tab also goes to the next cell, leaving the field saves too; Escape
 * keeps the value as it was.
 */
export function CellEditor({ row, field, names, onTyped, onSaved, onEnd }: CellEditorProps) {
  const { oid, code, name } = row;
  const read = call("GET /api/articles/{id}/full", { id: oid });
  const write = (body: Partial<FullFields>) =>
    call("PUT /api/articles/{id}/full", { id: oid, body: body as UpdateFullArticleRequest });
  const query = useLiveQuery(read, { follows: ["articles"] });
  // The row may leave the page before the save ends.
  const onLateProblem = (problem: string) =>
    showError(t(msg("{name}: {problem}"), { name: `${name} (${code ?? "–"})`, problem }));
  const edit = useEdit<FullFields, FullArticle>(
    { read, write, names: FIELD_NAMES, show: shownFields(names), isPart: true, isKept: false, onLateProblem },
    query,
    fullFieldsOf,
  );
  const { fields, refusals, isBusy, isChanged } = edit;
  useLayoutEffect(() => {
    onTyped(isChanged);
    return () => onTyped(false);
  }, [isChanged]);
  const cell = useRef<HTMLDivElement>(null);
  /** The field that goes away loses the focus, which saves nothing more. */
  const isOver = useRef(false);
  const isRead = fields !== null;
  useLayoutEffect(() => {
    const control = cell.current?.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, [isRead]);
  const unreadable = loadErrorText(query);
  useEffect(() => {
    if (unreadable === null || isRead) return;
    showError(unreadable);
    onEnd(0);
  }, [unreadable, isRead]);
  if (fields === null) return null;

  const close = (then: Then) => {
    isOver.current = true;
    onEnd(then);
  };
  async function end(then: Then): Promise<void> {
    if (isOver.current || isBusy) return;
    const isHere = () => cell.current?.contains(document.activeElement) === true;
    const wasHere = isHere();
    if (isChanged) {
      if (!(await edit.save())) return;
      await onSaved();
    }
    // A row that the new value moves loses the focus to the page. Else the user may be elsewhere by now.
    const isLost = wasHere && document.activeElement === document.body;
    close(isHere() || isLost ? then : null);
  }
  const endAfter = (then: Then) => {
    end(then).catch(reportError);
  };
  return (
    <div ref={cell} class={styles["editor"]}>
      <FormBody
        form={{ refusals, submit: () => end(0) }}
        onFocusOut={({ target, relatedTarget, currentTarget }) => {
          if (isInDialog(target)) return;
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) endAfter(null);
        }}
        onKeyDown={(event) => {
          const { key, target, shiftKey } = event;
          // Its keys are not those of the cell, nor of the table.
          if (isInDialog(target)) return event.stopPropagation();
          if (key === "Escape") {
            edit.discard();
            close(0);
          } else if (key === "Tab") endAfter(shiftKey ? -1 : 1);
          // A browser sends a form on Enter in a text field only.
          else if (key === "Enter" && target instanceof HTMLSelectElement) endAfter(0);
          else return;
          event.preventDefault();
        }}
      >
        <ArticleField
          name={field}
          form={fields}
          names={names}
          owned={query.body?.ownedFields}
          isLabelHidden
        />
        {fields.errors[field] === undefined && <Problem text={edit.problem} />}
      </FormBody>
    </div>
  );
}

/** Whether it is in the dialog of a new record, which is inside the cell. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest("dialog") !== null;
