import { isOverdue } from "../../domain/custody.ts";
import { localHour } from "../../domain/local-time.ts";
import { msg } from "../../domain/message.ts";
import { serverNow } from "../api/server-time.ts";
import { day, t } from "../i18n/translate.ts";
import { site } from "../login/site.ts";
import { Badge } from "../ui/badge.tsx";

/** The day at the site by the server's clock, YYYY-MM-DD; in the zone of this device while the site's is not known. */
export function today(now = serverNow()): string {
  return localHour(site.value.timeZone)(now).date;
}

interface DueProps {
  readonly custody: { readonly dueDate: string | null; readonly endedDT?: string | null };
}

/** The due date of a custody, marked where it has passed. */
export function DueDate({ custody }: DueProps) {
  const { dueDate } = custody;
  if (dueDate === null) return null;
  if (!isOverdue(custody, today())) return <>{day(dueDate)}</>;
  return (
    <Badge tone="danger" icon="warning">
      {t(msg("Overdue since {day}"), { day: day(dueDate) })}
    </Badge>
  );
}
