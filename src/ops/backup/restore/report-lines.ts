import { VERSION } from "../../../platform/version.ts";
import { type Report, unreadableKind } from "../check/report.ts";

const MAX_NAMES = 3;

/** Formats a report as three lines: the contents, the time of the last change, and the verdict. */
export function reportLines({ contents, version, program, problems }: Report): [string, string, string] {
  const unknown = "unknown";
  return [
    `Holds: ${contents === null ? unknown : describeContents(contents)}`,
    `Up to: ${contents === null ? unknown : `${formatTime(contents.at)}, change ${contents.change}`}; ${versionsOf(version, program)}`,
    verdictOf(problems),
  ];
}

function describeContents({
  tenants,
  articles,
  users,
  inventories,
  photos,
}: NonNullable<Report["contents"]>): string {
  const named = tenants.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const more = tenants.length > MAX_NAMES ? ` and ${tenants.length - MAX_NAMES} more` : "";
  const owners = tenants.length === 0 ? "no tenant yet" : named.join(", ") + more;
  const counts: [number, string, string][] = [
    [articles, "article", "articles"],
    [inventories, "stocktake", "stocktakes"],
    [photos, "photo", "photos"],
    [users, "user", "users"],
  ];
  return `${owners}; ${counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(", ")}`;
}

const LOCAL_TIME: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
};

/** Formats a time in local time and in UTC. */
function formatTime(iso: string): string {
  const at = new Date(iso);
  const local = at.toLocaleString("sv-SE", LOCAL_TIME);
  return `${local} (${iso.slice(0, 19).replace("T", " ")} UTC)`;
}

function versionsOf(version: number | null, worked: string | null): string {
  const parts = [
    ...(version === null ? [] : [`data version ${version}`]),
    ...(worked === null ? [] : [`written by ${VERSION.name} ${worked}`]),
    `this is ${VERSION.name} ${VERSION.version}`,
  ];
  return parts.join(", ");
}

function verdictOf(problems: Report["problems"]): string {
  const count = problems.count();
  if (count === 0) return "Whole: the database and the files of all its photos are as they were written";
  if (unreadableKind(problems) !== null) return `NOT usable here: ${problems.first.join("; ")}`;
  const more = count > problems.first.length ? `; and ${count - problems.first.length} more` : "";
  return `NOT whole, ${count} ${count === 1 ? "problem" : "problems"}: ${problems.first.join("; ")}${more}`;
}
