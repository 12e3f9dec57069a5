import { SITE_ROLE } from "../../../head-office/login.ts";
import type { BoundSite, OfficeSetup } from "../../../head-office/setup.ts";
import { shownText } from "../../../platform/one-line.ts";

/** An identifier of SQL. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** What the set-up of a head office has found, and what is left to do. */
export function linesOf({ version, owner, sites, foreign }: OfficeSetup): readonly string[] {
  // A site chooses its own name: in the middle of a line it is no statement.
  const lines = [
    `The tables have version ${version}. Logins in the role ${SITE_ROLE} are limited to their site.`,
  ];
  for (const site of sites) lines.push(`Site ${site.site} "${shownText(site.name)}": ${stateOf(site)}`);
  for (const name of new Set(sites.filter(isUnlimited).map(({ loginName }) => loginName ?? "")))
    lines.push(...stepsFor(name, owner));
  if (foreign.length > 0)
    lines.push(
      "Not made by this program, and may act as the owner. Look at each, or drop it:",
      ...foreign.map(shownText),
    );
  return lines;
}

const isUnlimited = ({ login }: BoundSite) => login !== null && !login.isLimited;

function stateOf({ loginName, login }: BoundSite): string {
  if (loginName === null)
    return "no login is known. It binds itself when a server of this version delivers, then run this again";
  const name = shownText(loginName);
  if (login === null) return `there is no login ${name}. Set tallybox.site.login`;
  if (!login.isLimited) return `${name} can change the rows of every site`;
  return `${name}, limited${login.seesAllSites ? ", sees all sites" : ""}`;
}

/** The statements that limit a login which has acted as the owner. */
function stepsFor(name: string, owner: string): readonly string[] {
  const login = quoted(name);
  if (owner === login || owner === name)
    return [
      `${shownText(name)} owns the tables. Give its server a login of its own, and set tallybox.site.login to it.`,
    ];
  return [
    `To limit ${shownText(name)}, when its server has this version, as a superuser:`,
    `  ALTER ROLE ${login} RESET role;`,
    `  REVOKE ${owner} FROM ${login};`,
    `  GRANT ${SITE_ROLE} TO ${login};`,
    `  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name.replaceAll("'", "''")}';`,
    "A superuser, or a login with CREATEROLE or BYPASSRLS, can't be limited: give that server another one.",
  ].map(shownText);
}
