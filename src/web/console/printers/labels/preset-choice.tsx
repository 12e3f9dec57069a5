import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { confirm } from "../../dialogs/confirm.tsx";
import type { PrinterTypeName } from "../printer-types.ts";
import type { LabelValues } from "./label-editor.tsx";
import { PRESETS, type Preset, RESOLUTIONS, type Resolution } from "./presets.ts";

interface ChoiceProps {
  readonly values: LabelValues;
  readonly types: readonly PrinterTypeName[];
  readonly onPreset: (changed: Partial<LabelValues>) => void;
}

/** The ready-made labels of the chosen language; one is there from the start. */
export function PresetChoice({ values, types, onPreset }: ChoiceProps) {
  const [dpi, setDpi] = useState<Resolution>(203);
  const [taken, setTaken] = useState<Partial<LabelValues>>({ name: "", template: "" });
  const type = types.find(({ oid }) => oid === values.printerTypeId)?.name ?? "";
  const presets = PRESETS[type] ?? [];

  const take = async (preset: Preset, at: Resolution) => {
    const isOwn = values.template !== taken.template && values.template.trim() !== "";
    if (isOwn && !(await confirm({ title: t(TEXTS.title), text: t(TEXTS.lost), action: t(TEXTS.action) })))
      return;
    const next = { name: `${type.toUpperCase()} ${preset.size}`, template: preset.template(at) };
    setTaken(next);
    // A name that somebody has given stays.
    onPreset(values.name === taken.name ? next : { template: next.template });
  };
  const first = presets[0];
  useEffect(() => {
    if (first !== undefined && values.template === taken.template) void take(first, dpi);
  }, [type]);

  const isReceipt = first !== undefined && first.template(203) === first.template(300);
  return (
    <fieldset class="presets">
      <legend>{t(TEXTS.presets)}</legend>
      <div class="row">
        {presets.map((preset) => (
          <button
            key={preset.size}
            type="button"
            class="second"
            aria-pressed={values.template === preset.template(dpi)}
            onClick={() => take(preset, dpi)}
          >
            {preset.size}
          </button>
        ))}
        {!isReceipt && (
          <label class="filter">
            {t(TEXTS.dpi)}
            <select
              value={String(dpi)}
              onChange={({ currentTarget }) => {
                const next = RESOLUTIONS.find((one) => String(one) === currentTarget.value) ?? 203;
                const now = presets.find((preset) => preset.template(dpi) === values.template);
                setDpi(next);
                if (now !== undefined) void take(now, next);
              }}
            >
              {RESOLUTIONS.map((one) => (
                <option key={one} value={String(one)}>
                  {one} dpi
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </fieldset>
  );
}

const TEXTS = {
  presets: msg("Start from a ready-made label"),
  dpi: msg("Printer resolution"),
  title: msg("Replace the template?"),
  lost: msg("Your changes to the template will be lost."),
  action: msg("Replace"),
};
