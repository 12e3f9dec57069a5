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
        <legend>{t(msg("When?"))}</legend>
        <Select
          label={t(msg("When?"))}
          isLabelHidden
          value={every === "hour" ? "hour" : String(atHour)}
          items={[
            { value: "hour", label: t(msg("Every hour")) },
            ...HOURS.map((hour) => ({
              value: String(hour),
              label: t(msg("Every day at {at}"), { at: hourText(hour) }),
            })),
          ]}
          onValue={(value) =>
            set(value === "hour" ? { every: "hour" } : { every: "day", atHour: Number(value) })
          }
        />
        <TextField
          label={t(msg("Upload limit in kbit/s"))}
          hint={t(msg("Empty: no limit. For a line that others need too."))}
          type="number"
          min={1}
          value={draft.uploadLimitKbps}
          onValue={(uploadLimitKbps) => set({ uploadLimitKbps })}
          problem={errors["uploadLimitKbps"]}
        />
      </fieldset>
      <fieldset>
        <legend>{t(msg("How long are backups kept?"))}</legend>
        <Radio name="keeping" checked={isKeeping} onClick={() => set({ isKeeping: true })}>
          {t(msg("The newest backup of each of the last"))}
        </Radio>
        {isKeeping && (
          <Fields class={styles["numbers"] ?? ""}>
            {count("daily", t(msg("Days")))}
            {count("weekly", t(msg("Weeks")))}
            {count("monthly", t(msg("Months")))}
          </Fields>
        )}
        <Radio name="keeping" checked={!isKeeping} onClick={() => set({ isKeeping: false })}>
          {t(msg("The target decides (append-only)"))}
          <span class={styles["kind"]}>
            {t(msg("This server deletes nothing there, so an intruder on it can't either."))}
          </span>
        </Radio>
      </fieldset>
    </>
  );
}
