import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { ReadyMadeLayout } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Fields } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { type DrawnValues, EMPTY_LAYOUT } from "./drawn-values.ts";
import { LABEL_TEXTS, NameAndSubject } from "./label-editor.tsx";
import { LazyDesigner } from "./lazy-designer.tsx";
import { useNewLabel } from "./use-new-label.ts";

/** `#/printers/labels/draw`: a new label in the designer, from a ready-made one. */
export function DrawLabelScreen() {
  const layouts = useLiveQuery(call("GET /api/printingformats/ready-made"));
  return <QueryBoundary query={layouts}>{(all) => <DrawLabel layouts={all} />}</QueryBoundary>;
}

interface DrawProps {
  readonly layouts: readonly ReadyMadeLayout[];
}

function DrawLabel({ layouts }: DrawProps) {
  const [atFirst] = useState(() => valuesOf(layouts.find(({ id }) => id === FIRST) ?? layouts[0]));
  const form = useNewLabel("new drawn label", atFirst, LABEL_TEXTS);
  const { values, isBusy } = form;
  return (
    <Screen
      title={t(msg("New label"))}
      above={<a href="#/printers/labels">{t(msg("All labels"))}</a>}
      actions={
        <>
          <ButtonLink href="#/printers/labels/new">{t(msg("Write a template"))}</ButtonLink>
          <Button kind="primary" disabled={isBusy} onClick={() => form.submit()}>
            {t(msg("Save"))}
          </Button>
        </>
      }
    >
      <Problem text={form.problem} />
      {/* What is changed while the label is saved would not be saved. */}
      <div inert={isBusy}>
        <Fields>
          <ReadyMade layouts={layouts} values={values} onChoose={form.offer} />
          <NameAndSubject form={form} />
        </Fields>
        <LazyDesigner subject={values.subject} layout={values.layout} onDrawing={form.set} />
      </div>
    </Screen>
  );
}

/** The label that is shown at first. */
const FIRST = "article-50x25";
const EMPTY = "";

/** The values of a ready-made label; undefined: an empty one. */
const valuesOf = (one: ReadyMadeLayout | undefined): DrawnValues =>
  one === undefined
    ? { name: "", subject: "article", layout: EMPTY_LAYOUT }
    : { name: one.name, subject: one.subject, layout: one.layout };

interface ReadyProps extends DrawProps {
  readonly values: DrawnValues;
  readonly onChoose: (values: Partial<DrawnValues>) => void;
}

/** The label to start from. Undo brings back the one before. */
function ReadyMade({ layouts, values, onChoose }: ReadyProps) {
  const [taken, setTaken] = useState(FIRST);
  const named = (id: string) => valuesOf(layouts.find((one) => one.id === id));
  const choose = (id: string) => {
    const { name, ...next } = named(id);
    setTaken(id);
    // A typed name is kept.
    onChoose({ ...next, ...(values.name === named(taken).name && { name }) });
  };
  return (
    <Select
      label={t(msg("Start from a ready-made label"))}
      items={[
        ...layouts.map(({ id, name }) => ({ value: id, label: name })),
        { value: EMPTY, label: t(msg("An empty label")) },
      ]}
      value={taken}
      onValue={choose}
    />
  );
}
