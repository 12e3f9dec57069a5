import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Radio } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import styles from "./backup.module.css";
import type { Draft } from "./draft.ts";
import { hourText } from "./target-texts.ts";

interface ScheduleProps {
  readonly draft: Draft;
  readonly set: (changed: Partial<Draft>) => void;
  /** The server's error of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** When backups are made, how long they are kept, and how fast they may be sent. */
export function ScheduleFields({ draft, set, errors }: ScheduleProps) {
  const { every, atHour, isKeeping } = draft;
  const count = (name: "daily" | "weekly" | "monthly", label: string) => (
    <TextField
      label={label}
      type="number"
      min={name === "daily" ? 1 : 0}
      value={draft[name]}
      onValue={(value) => set({ [name]: value })}
      problem={errors[`retention.${name}`]}
    />
  );
  return (
    <>
      <fieldset>
        <legend>{t(TEXTS.when)}</legend>
        <Select
          label={t(TEXTS.when)}
          isLabelHidden
          value={every === "hour" ? "hour" : String(atHour)}
          items={[
            { value: "hour", label: t(TEXTS.hourly) },
            ...HOURS.map((hour) => ({ value: String(hour), label: t(TEXTS.daily, { at: hourText(hour) }) })),
          ]}
          onValue={(value) =>
            set(value === "hour" ? { every: "hour" } : { every: "day", atHour: Number(value) })
          }
        />
        <TextField
          label={t(TEXTS.limit)}
          hint={t(TEXTS.limitHint)}
          type="number"
          min={1}
          value={draft.uploadLimitKbps}
          onValue={(uploadLimitKbps) => set({ uploadLimitKbps })}
          problem={errors["uploadLimitKbps"]}
        />
      </fieldset>
      <fieldset>
        <legend>{t(TEXTS.keep)}</legend>
        <Radio name="keeping" checked={isKeeping} onClick={() => set({ isKeeping: true })}>
          {t(TEXTS.keeping)}
        </Radio>
        {isKeeping && (
          <Fields class={styles["numbers"] ?? ""}>
            {count("daily", t(TEXTS.days))}
            {count("weekly", t(TEXTS.weeks))}
            {count("monthly", t(TEXTS.months))}
          </Fields>
        )}
        <Radio name="keeping" checked={!isKeeping} onClick={() => set({ isKeeping: false })}>
          {t(TEXTS.target)}
          <span class={styles["kind"]}>{t(TEXTS.targetHint)}</span>
        </Radio>
      </fieldset>
    </>
  );
}

const TEXTS = {
  when: msg("When?"),
  hourly: msg("Every hour"),
  daily: msg("Every day at {at}"),
  limit: msg("Upload limit in kbit/s"),
  limitHint: msg("Empty: no limit. For a line that others need too."),
  keep: msg("How long are backups kept?"),
  keeping: msg("The newest backup of each of the last"),
  days: msg("Days"),
  weeks: msg("Weeks"),
  months: msg("Months"),
  target: msg("The target decides (append-only)"),
  targetHint: msg("This server deletes nothing there, so an intruder on it can't either."),
};
