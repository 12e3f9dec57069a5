import { expect } from "vitest";
import { type Message, msg } from "../../../../src/domain/message.ts";
import {
  COMMITTEE_ROLE_NAMES,
  HANDOVER_NAMES,
  METHOD_NAMES,
  PURPOSE_NAMES,
} from "../../../../src/domain/stocktakes/frame.ts";
import { LAW_YEARS } from "../../../../src/domain/stocktakes/retention.ts";
import { SETTLEMENT_NAMES } from "../../../../src/domain/stocktakes/settlement.ts";
import { LOCALES } from "../../../../src/i18n/locales.ts";
import { textIn } from "../../../../src/i18n/text.ts";
import type { InventoryReport } from "../../../../src/inventories/report/shapes.ts";
import { COMPANY } from "../../../../src/records/company.ts";
import { INVENTORY } from "../../../../src/records/stocktake.ts";
import { type Country, SETTLED } from "./warehouse.ts";

// What an auditor looks for in the papers of a stocktake.

/** Words of the English report: in other languages they are untranslated. */
export const ENGLISH =
  /\b(Expected|Found|Difference|Counted|Settlement|Responsible|Signatures?|Page|pcs|Sealed|Keep)\b/;

export function companyFacts(country: Country): string[] {
  const say = (message: Message) => textIn(message, country.language);
  return Object.entries(country.company).map(
    ([name, value]) => `${say(COMPANY.fields[name as keyof Country["company"]].label)} ${value}`,
  );
}

/** What an auditor looks for in the pages of a PDF, by the data of the report. */
export function auditorOf(country: Country, pages: readonly string[], report: InventoryReport) {
  const { language, places, committee, handover, purpose, method, article, unit, cause, note } = country;
  const say = (message: Message) => textIn(message, language);
  const { region } = LOCALES[language];
  const format = { timeZone: "UTC", dateStyle: "medium" } as const;
  const plain = (text: string) => text.replace(/\s+/gu, " ");
  const dayOf = (at: string) => plain(new Intl.DateTimeFormat(region, format).format(new Date(at)));
  const timeOf = (at: string | null) =>
    plain(new Intl.DateTimeFormat(region, { ...format, timeStyle: "short" }).format(new Date(at ?? "")));
  const number = (value: number) => plain(new Intl.NumberFormat(region).format(value));
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  const money = (value: number) => plain(new Intl.NumberFormat(region, decimals).format(value));
  const orDash = (value: number | null, shown: (value: number) => string) =>
    value === null ? "–" : shown(value);
  const unitOf = (code: string | null) => (code === "V-LOSS" ? unit : say(msg("pcs")));
  const whole = pages.join(" ");
  const first = pages[0] ?? "";
  const last = pages.at(-1) ?? "";
  const [hall, shelf] = [places[0], places.join(" / ")];
  const person = (name: string) => `${say(msg("Responsible person"))}: ${name}`;

  const itemOf = (code: string) => report.items.find(({ article: one }) => one.code === code);
  const photoOf = (code: string) => itemOf(code)?.photos[0] ?? "no photo";

  /** What the line of an article says below its name. */
  function detailsOf(code: string): string[] {
    const settlement = SETTLED[code];
    if (settlement !== undefined)
      return [
        `${say(SETTLEMENT_NAMES[settlement])}: ${cause} (${code})`,
        `${say(msg("Settled by"))} Max Dvorak, ${timeOf(itemOf(code)?.explanation?.at ?? null)}`,
        ...(code === "V-DAMAGE" ? [`${say(msg("Photos"))}: ${photoOf(code).slice(0, 16)}…`] : []),
        ...(code === "V-SHORT" ? [person("Uma Svoboda")] : []),
      ];
    const others: Readonly<Record<string, string[]>> = {
      "V-DOCUMENTS": [`${say(msg("Counting method"))}: ${say(METHOD_NAMES.documents)}`],
      "V-GONE": [`${say(msg("Location"))}: ${hall}`, person("Max Dvorak")],
      "V-MOVED": [`${say(msg("found at"))} ${hall}`],
      "V-SAME": [`${say(msg("Serial number"))}: SN-4711`, `${say(msg("Note"))}: ${note}`],
      "V-SCRAP": [say(msg("Marked for disposal"))],
      "V-STRAY": [`${say(msg("found at"))} ${shelf}`, person("Max Dvorak")],
    };
    return others[code] ?? [];
  }

  /** A line of the list as it is read from left to right. */
  const lineOf = (line: number, code: string | null, cells: readonly string[]) =>
    [line, code, article, code, ...detailsOf(code ?? ""), unitOf(code), ...cells].join(" ");

  /** The row below a line, with what was there on the decisive day. */
  const ofDay = (code: string, pieces: number) =>
    [
      say(msg("As of {day}", { day: dayOf(report.asOf?.day ?? "") })),
      say(msg("moved since: {moved}", { moved: "-2" })),
      unitOf(code),
      ...[number(pieces), number(pieces), number(0), "CZK", money(12.5)],
      ...[money(12.5 * pieces), money(12.5 * pieces), money(0)],
    ].join(" ");

  return {
    first,
    last,
    whole,
    say,
    finds(text: string, parts: readonly string[]): void {
      for (const part of parts) expect(text).toContain(plain(part));
    },
    /** The page with a heading, and those after it: a table may go on there. */
    fromHeading: (heading: Message) =>
      pages.slice(pages.findIndex((page) => page.includes(say(heading)))).join(" "),
    hasFeet(sha256: string): void {
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`: ${sha256} `);
        expect(page).toMatch(new RegExp(`\\b${say(msg("Page"))} ${index + 1} / ?${pages.length} `));
        expect(page).toContain(`${country.stocktake} · ${country.company.legalName}`);
      }
    },
    frameFacts(decisiveDay: string): string[] {
      const persons = committee.map(([role, name]) => `${name} (${say(COMMITTEE_ROLE_NAMES[role])})`);
      const sides = Object.entries(handover ?? {}).map(
        ([side, name]) => `${say(HANDOVER_NAMES[side as keyof typeof HANDOVER_NAMES])} ${name}`,
      );
      return [
        `${say(INVENTORY.fields.purpose.label)} ${say(PURPOSE_NAMES[purpose])}`,
        `${say(INVENTORY.fields.decisiveDay.label)} ${dayOf(decisiveDay)}`,
        `${say(msg("Counting method"))} ${say(METHOD_NAMES[method])}`,
        `${say(INVENTORY.fields.committee.label)} ${persons.join("; ")}`,
        ...sides,
        `${say(msg("Locations"))} ${hall}`,
      ];
    },
    times(): string[] {
      const { startedDT, finishedDT, closedDT, firstCountDT, lastCountDT } = report;
      const lastYear = Number(closedDT?.slice(0, 4)) + LAW_YEARS[country.law];
      return [
        `${say(msg("Beginning of the stocktake"))} ${timeOf(startedDT)}, Max Dvorak`,
        `${say(msg("End of the stocktake"))} ${timeOf(finishedDT)}, Max Dvorak`,
        `${say(msg("First and last count"))} ${timeOf(firstCountDT)} – ${timeOf(lastCountDT)}`,
        `${say(msg("Closed"))} ${timeOf(closedDT)}, Max Dvorak`,
        `${say(msg("Keep until"))} ${dayOf(`${lastYear}-12-31`)}`,
      ];
    },
    /** The places with who is responsible for them, and each item, in the order of the list. */
    items(): string[] {
      const rows = [...report.items, ...report.unexpected].map(({ article: { code }, ...item }) => ({
        code,
        number: item.lineNumber,
        place: item.location === null ? "unexpected" : item.location.path,
        cells: [
          number(item.quantity),
          orDash(item.inventoryQuantity, number),
          orDash(item.difference, number),
          "CZK",
          money(item.price),
          money(item.value),
          orDash(item.foundValue, money),
          orDash(item.differenceValue, money),
          ...(item.counted === null ? ["–"] : [item.counted.user?.fullName, timeOf(item.counted.at)]),
        ].map(String),
      }));
      const byCode = rows.toSorted((one, other) => String(one.code).localeCompare(String(other.code)));
      const ordered = [hall, shelf, "unexpected"].flatMap((at) => byCode.filter(({ place }) => place === at));
      expect(ordered.map((row) => row.number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      const gone = ["0", "–", "–", "CZK", money(12.5), money(0), "–", "–", "–"];
      return [
        ...[hall, shelf].map((place) => `${place} · ${person("Max Dvorak")}`),
        ...ordered.map(({ code, cells }, index) => lineOf(index + 1, code, cells)),
        lineOf(ordered.length + 1, "V-GONE", gone),
        ...[ofDay("V-ROLLED", 11), ofDay("V-GONE", 2)],
      ];
    },
    /** The unknown code and the late count. */
    operations(): string[] {
      const [unknown, late] = [report.unknownCodes[0], report.late[0]];
      return [
        `V-UNKNOWN ${hall} 2 ${timeOf(unknown?.at ?? null)} Bo Cerny (PDA 1)`,
        `V-NEVER ${hall} 9 ${unitOf(null)} ${timeOf(late?.at ?? null)} Bo Cerny (PDA 1)`,
      ];
    },
    settlements(): string[] {
      const all = [...report.items, ...report.unexpected];
      const settled = Object.entries(SETTLED).map(([code, settlement]) => {
        const item = all.find((one) => one.article.code === code);
        const [difference, value] = [item?.difference ?? 0, item?.differenceValue ?? 0];
        const name = say(SETTLEMENT_NAMES[settlement]);
        const by = `${say(msg("Settled by"))} Max Dvorak, ${timeOf(item?.explanation?.at ?? null)}`;
        return `${name} ${by} 1 ${unitOf(code)} ${number(difference)} CZK ${money(value)}`;
      });
      const isShort = ({ difference }: { difference: number | null }) => (difference ?? 0) < 0;
      const isMore = ({ difference }: { difference: number | null }) => (difference ?? 0) > 0;
      const sums = [
        { title: msg("All shortages"), some: all.filter(isShort) },
        { title: msg("All surpluses"), some: all.filter(isMore) },
        { title: msg("Total"), some: all.filter((item) => isShort(item) || isMore(item)), isTotal: true },
      ].map(({ title, some, isTotal = false }) => {
        const units = new Map<string, number>();
        for (const { article: one, difference } of some) {
          const own = unitOf(one.code);
          units.set(own, (units.get(own) ?? 0) + (difference ?? 0));
        }
        const ordered = [...units].toSorted(
          ([one], [other]) => Number(one === unit) - Number(other === unit),
        );
        const pieces =
          ordered.length === 1
            ? ordered.map(([own, count]) => `${own} ${number(count)}`)
            : ordered.map(([own, count]) => `${number(count)} ${own}`);
        const value = some.reduce((sum, { differenceValue }) => sum + (differenceValue ?? 0), 0);
        const items = isTotal ? [] : [some.length];
        return [say(title), ...items, ...pieces, "CZK", money(value)].join(" ");
      });
      return [...settled, `${say(msg("Not settled"))} 1 ${unitOf(null)} 4 CZK ${money(50)}`, ...sums];
    },
    /** Who has to sign, in their order: each person once, with all roles. */
    signers(): string[] {
      const lines = new Map([
        ["Max Dvorak", 12],
        ["Uma Svoboda", 1],
      ]);
      const sides = Object.entries(handover ?? {}) as [keyof typeof HANDOVER_NAMES, string][];
      // She has counted, and he has found the unknown code, whoever was named as counter.
      const counters = ["Uma Svoboda", "Bo Cerny"];
      const named = [...sides.map(([, name]) => name), ...committee.map(([, name]) => name)];
      const names = [...named, ...lines.keys(), ...counters];
      return [...new Set(names)].map((name) => {
        const items = lines.get(name);
        const roles = committee.flatMap(([role, own]) => (own === name ? [role] : []));
        const all = new Set([
          ...roles,
          ...(items === undefined ? [] : (["responsible"] as const)),
          ...(counters.includes(name) ? (["counter"] as const) : []),
        ]);
        const [side] = sides.find(([, own]) => own === name) ?? [];
        return [
          side === undefined ? name : `${say(HANDOVER_NAMES[side])}: ${name}`,
          ...[...all].map((role) => say(COMMITTEE_ROLE_NAMES[role])),
          ...(items === undefined ? [] : [`${say(msg("lines", "inventory list"))}: ${items}`]),
        ].join(", ");
      });
    },
    /** The lines for signatures, each with what is below it. */
    signed(): string[] {
      // Without the feet, which are read before the rest of a page: the lines may go on over pages.
      const foot = new RegExp(`^.*? ${say(msg("Page"))} \\d+ / ?\\d+ `);
      const text = pages.map((page) => page.replace(foot, "")).join(" ");
      const [, after = ""] = text.split(` ${say(msg("Signatures"))} `);
      const [lines = ""] = after.split(` ${say(msg("Sealed record"))} `);
      const below = say(msg("name, date, signature"));
      const logins = [
        say(msg("at the person's own login")),
        `${say(msg("at the login of {name}", { name: "Max Dvorak" }))} · ${say(msg("a person without an account"))}`,
      ];
      const addendum = `${say(msg("Addendum"))} 1 · (?:${logins.join("|")}) · 127\\.0\\.0\\.1, Chrome, Linux`;
      return lines
        .split(new RegExp(`(?<=${below}|${addendum})(?: |$)`))
        .map((line) => line.trim())
        .filter((line) => line !== "");
    },
  };
}
