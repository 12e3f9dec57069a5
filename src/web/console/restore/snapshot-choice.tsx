import { msg } from "../../../domain/message.ts";
import type { BackupSnapshot } from "../../api/types/endpoints.d.ts";
import { dayAndTime, t } from "../../i18n/translate.ts";
import { Select } from "../../ui/select.tsx";

interface ChoiceProps {
  readonly snapshots: readonly BackupSnapshot[];
  readonly value: string;
  readonly onValue: (id: string) => void;
}

/** A choice of one backup, the newest first. */
export function SnapshotChoice({ snapshots, value, onValue }: ChoiceProps) {
  if (snapshots.length === 0) return <p>{t(msg("There is no backup at this target."))}</p>;
  return (
    <Select
      label={t(msg("Backup", "one of several"))}
      hint={t(msg("It has everything up to this time."))}
      value={value}
      items={snapshots.map(({ id, at }, index) => ({
        value: id,
        label: index === 0 ? t(msg("{at} (newest)"), { at: dayAndTime(at) }) : dayAndTime(at),
      }))}
      onValue={onValue}
    />
  );
}
