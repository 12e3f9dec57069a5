import { useState } from "preact/hooks";
import type { LabelLayout } from "../../../../domain/label-layout.ts";
import { msg } from "../../../../domain/message.ts";
import { createLabelFormat } from "../../../api/console/printing.ts";
import { t } from "../../../i18n/translate.ts";
import { go } from "../../../router/router.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { FileButton } from "../../../ui/file-input.tsx";
import { Select } from "../../../ui/select.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { useNew } from "../../forms/use-new.ts";
import { Screen } from "../../layout/screen.tsx";
import { READY_MADE, sizeName } from "./designer/ready-made.ts";
import { DRAWN_TEXTS, type DrawnValues, EMPTY_LAYOUT } from "./drawn-values.ts";
import { labelOfText } from "./layout-file.ts";
import { LazyDesigner } from "./lazy-designer.tsx";

const create = (body: DrawnValues) => createLabelFormat({ body });
const FIRST = READY_MADE[0] ?? EMPTY_LAYOUT;
const nameOf = (layout: LabelLayout) => t(TEXTS.name, { size: sizeName(layout) });

/** `#/printers/labels/draw`: a new label in the designer, from a ready-made one or a file. */
export function DrawLabelScreen() {
  const atFirst = { name: nameOf(FIRST), layout: FIRST };
  const { values, errors, problem, isBusy, set, offer, add } = useNew(create, atFirst, DRAWN_TEXTS);
  const save = async () => {
    const oid = await add();
    if (oid === null) return;
    showSuccess(t(TEXTS.added, { name: values.name }));
    go(`/printers/labels/${oid}`, { replace: true });
  };
  const open = async (file: File) => {
    const label = labelOfText(await file.text());
    if (label === null) showError(t(TEXTS.noLabel, { name: file.name }));
    else set(label);
  };
  return (
    <Screen
      title={t(TEXTS.title)}
      above={<a href="#/printers/labels">{t(TEXTS.all)}</a>}
      actions={
        <>
          <ButtonLink kind="secondary" href="#/printers/labels/new">
            {t(TEXTS.template)}
          </ButtonLink>
          <FileButton kind="secondary" accept=".json,application/json" onFile={open}>
            {t(TEXTS.open)}
          </FileButton>
          <Button disabled={isBusy} onClick={save}>
            {t(TEXTS.save)}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <Fields>
        <TextField
          name="name"
          label={t(DRAWN_TEXTS.name)}
          value={values.name}
          problem={errors["name"]}
          onValue={(name) => set({ name })}
        />
        <ReadyMade values={values} onChoose={offer} />
      </Fields>
      <LazyDesigner layout={values.layout} onLayout={(layout) => set({ layout })} />
    </Screen>
  );
}

interface ReadyProps {
  readonly values: DrawnValues;
  readonly onChoose: (values: Partial<DrawnValues>) => void;
}

const CHOICES: readonly LabelLayout[] = [...READY_MADE, EMPTY_LAYOUT];

/** The label to start from. Undo brings back the one before. */
function ReadyMade({ values, onChoose }: ReadyProps) {
  const [taken, setTaken] = useState(0);
  const choose = (value: string) => {
    const layout = CHOICES[Number(value)] ?? EMPTY_LAYOUT;
    const before = CHOICES[taken] ?? EMPTY_LAYOUT;
    setTaken(Number(value));
    // A typed name is kept.
    onChoose({ layout, ...(values.name === nameOf(before) && { name: nameOf(layout) }) });
  };
  return (
    <Select
      label={t(TEXTS.start)}
      items={CHOICES.map((layout, i) => ({
        value: String(i),
        label: layout.elements.length === 0 ? t(TEXTS.empty) : sizeName(layout),
      }))}
      value={String(taken)}
      onValue={choose}
    />
  );
}

const TEXTS = {
  title: msg("New label"),
  all: msg("All labels"),
  save: msg("Save"),
  added: msg("Label {name} added."),
  template: msg("Write a template"),
  open: msg("Open file"),
  noLabel: msg("{name} is not a label of this product."),
  name: msg("Label {size}"),
  start: msg("Start from a ready-made label"),
  empty: msg("An empty label"),
};
