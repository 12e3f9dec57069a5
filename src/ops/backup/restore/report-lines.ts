import { VERSION } from "../../../platform/version.ts";
import type { Report } from "../check/report.ts";

const MOST_NAMES = 3;

/** The three lines that a person reads of a copy: what it holds, up to when, whether it is whole. */
export function reportLines({
  contents: holds,
  version,
  program,
  problems,
}: Report): [string, string, string] {
  const unknown = "can't be told";
  return [
    `Holds: ${holds === null ? unknown : contentsOf(holds)}`,
    `Up to: ${holds === null ? unknown : `${timeOf(holds.at)}, change ${holds.change}`}; ${versionsOf(version, program)}`,
    verdictOf(problems),
  ];
}

function contentsOf({
  tenants,
  articles,
  users,
  inventories,
  photos,
}: NonNullable<Report["contents"]>): string {
  const named = tenants.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const more = tenants.length > MOST_NAMES ? ` and ${tenants.length - MOST_NAMES} more` : "";
  const owners = tenants.length === 0 ? "no tenant yet" : named.join(", ") + more;
  const counts: [number, string, string][] = [
    [articles, "article", "articles"],
    [inventories, "inventory", "inventories"],
    [photos, "photo", "photos"],
    [users, "user", "users"],
  ];
  return `${owners}; ${counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(", ")}`;
}

const WALL: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
};

/** A moment as the clock on the wall shows it, and in UTC. */
function timeOf(iso: string): string {
  const at = new Date(iso);
  const local = at.toLocaleString("sv-SE", WALL);
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
  if (problems.count("newer") > 0)
    return `NOT usable here: ${problems.first.join("; ")}; use the newer program`;
  const more = count > problems.first.length ? `; and ${count - problems.first.length} more` : "";
  return `NOT whole, ${count} ${count === 1 ? "problem" : "problems"}: ${problems.first.join("; ")}${more}`;
}
