import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { Printer } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { Select } from "../../../ui/select.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { type PrinterTypeName, usePrinterTypes } from "../printer-types.ts";
import { LABEL_TEXTS, LabelEditor, type LabelValues } from "./label-editor.tsx";
import { PRESETS, type Preset, RESOLUTIONS, type Resolution } from "./presets.ts";
import { useNewLabel } from "./use-new-label.ts";

/** `#/printers/labels/new`: a new label format, from a preset. */
export function NewLabelScreen() {
  const types = usePrinterTypes();
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  return (
    <QueryBoundary query={types}>
      {(all) => (
        <QueryBoundary query={printers}>
          {(them) => <NewLabel types={all} firstTypeId={firstTypeOf(them)} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

/** The language of most new labels: sites usually have one kind of printer. */
const firstTypeOf = (printers: readonly Printer[]) =>
  (printers.find(({ isActive }) => isActive) ?? printers[0])?.printerTypeId ?? 3;

interface NewProps {
  readonly types: readonly PrinterTypeName[];
  readonly firstTypeId: number;
}

function NewLabel({ types, firstTypeId }: NewProps) {
  const atFirst: LabelValues = { name: "", printerTypeId: firstTypeId, template: "", subject: "article" };
  const form = useNewLabel("new label", atFirst, LABEL_TEXTS);
  const { isBusy } = form;
  return (
    <Screen
      title={t(msg("New label"))}
      above={<a href="#/printers/labels">{t(msg("All labels"))}</a>}
      actions={
        <Button kind="primary" disabled={isBusy} onClick={() => form.submit()}>
          {t(msg("Save"))}
        </Button>
      }
    >
      <Problem text={form.problem} />
      {/* What is changed while the label is saved would not be saved. */}
      <div inert={isBusy}>
        <PresetChoice values={form.values} types={types} onPreset={form.offer} />
        <LabelEditor form={form} types={types} />
      </div>
    </Screen>
  );
}

interface ChoiceProps {
  readonly values: LabelValues;
  readonly types: readonly PrinterTypeName[];
  readonly onPreset: (changed: Partial<LabelValues>) => void;
}

/** The presets of the selected language; the first is selected at the start. */
function PresetChoice({ values, types, onPreset }: ChoiceProps) {
  const [dpi, setDpi] = useState<Resolution>(203);
  const [taken, setTaken] = useState<Partial<LabelValues>>({ name: "", template: "" });
  const type = types.find(({ oid }) => oid === values.printerTypeId)?.name ?? "";
  const presets = PRESETS[values.subject][type] ?? [];

  const take = async (preset: Preset, at: Resolution) => {
    const isOwn = values.template !== taken.template && values.template.trim() !== "";
    if (
      isOwn &&
      !(await confirm({
        title: t(msg("Replace the template?")),
        text: t(msg("Your changes to the template will be lost.")),
        action: t(msg("Replace")),
      }))
    )
      return;
    const next = { name: `${type.toUpperCase()} ${preset.size}`, template: preset.template(at) };
    setTaken(next);
    // A typed name is kept.
    onPreset(values.name === taken.name ? next : { template: next.template });
  };
  const changeResolution = (value: string) => {
    const next = RESOLUTIONS.find((one) => String(one) === value) ?? 203;
    const preset = presets.find((one) => one.template(dpi) === values.template);
    setDpi(next);
    if (preset !== undefined) void take(preset, next);
  };
  const first = presets[0];
  useEffect(() => {
    if (first !== undefined && values.template === taken.template) void take(first, dpi);
  }, [type, values.subject]);

  const isReceipt = first !== undefined && first.template(203) === first.template(300);
  return (
    <fieldset class="presets">
      <legend>{t(msg("Start from a ready-made label"))}</legend>
      <Toolbar>
        {presets.map((preset) => (
          <Button
            key={preset.size}
            aria-pressed={values.template === preset.template(dpi)}
            onClick={() => take(preset, dpi)}
          >
            {preset.size}
          </Button>
        ))}
        {!isReceipt && (
          <Select
            class="filter"
            label={t(msg("Printer resolution"))}
            items={RESOLUTIONS.map((one) => ({ value: String(one), label: `${one} dpi` }))}
            value={String(dpi)}
            onValue={changeResolution}
          />
        )}
      </Toolbar>
    </fieldset>
  );
}
