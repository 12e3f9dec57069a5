import { isOverdue } from "../../domain/custody.ts";
import { msg } from "../../domain/message.ts";
import { day, t } from "../i18n/translate.ts";
import { Badge } from "../ui/badge.tsx";

/** The current day of this device, YYYY-MM-DD. */
export function today(now = Date.now()): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A day, YYYY-MM-DD, as text. */
export const dayText = (date: string) => day(`${date}T12:00:00`);

interface DueProps {
  readonly custody: { readonly dueDate: string | null; readonly endedDT?: string | null };
}

/** The due date of a custody, marked where it has passed. */
export function DueDate({ custody }: DueProps) {
  const { dueDate } = custody;
  if (dueDate === null) return null;
  if (!isOverdue(custody, today())) return <>{dayText(dueDate)}</>;
  return (
    <Badge tone="danger" icon="warning">
      {t(TEXTS.overdue, { day: dayText(dueDate) })}
    </Badge>
  );
}

const TEXTS = { overdue: msg("Overdue since {day}") };
