import { expect, test } from "vitest";
import { EMPTY, unlistedApprovals, withEvent } from "../../src/notices/content.ts";
import { endOfDay, nextDigest } from "../../src/platform/zone-time.ts";
import { eventually } from "../harness/eventually.ts";
import {
  collected,
  happen,
  htmlOf,
  mailsAt,
  startNoticeServer,
  storedMails,
  subscribe,
  textOf,
} from "./notice-server.ts";

const HOUR_MS = 3_600_000;
const DAILY = { kinds: { printers: "digest" }, digestHour: 7 } as const;
const PRAGUE = { settings: { SITE_TIME_ZONE: "Europe/Prague" } };

test("a day's events come in one e-mail at the chosen hour of the site, also when the day ends between them", async () => {
  const at = "2030-12-01T20:00:00Z";
  const { server, smtp, clock } = await startNoticeServer({ ...PRAGUE, at });
  await subscribe(server, "admin", DAILY);
  const names = [await happen(server)];
  clock.advance(6 * HOUR_MS);
  names.push(await happen(server));
  await collected(server);
  clock.advance(3.9 * HOUR_MS);
  expect(smtp.mails).toEqual([]);
  expect(storedMails(server)).toMatchObject([
    { kind: "digest", state: "open", dueDT: "2030-12-02T06:00:00.000Z" },
  ]);
  clock.advance(0.2 * HOUR_MS);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.headers["subject"]).toContain("2 notices");
  for (const name of names) expect(mail && textOf(mail)).toContain(name);
  // The next day has an e-mail of its own.
  await happen(server);
  await collected(server);
  expect(storedMails(server).at(-1)).toMatchObject({ state: "open", dueDT: "2030-12-03T06:00:00.000Z" });
});

test("a digest survives a restart, and moves with its hour", async () => {
  const { server, smtp, clock } = await startNoticeServer({ ...PRAGUE, at: "2030-12-01T20:00:00Z" });
  await subscribe(server, "admin", DAILY);
  const name = await happen(server);
  await collected(server);
  await subscribe(server, "admin", { digestHour: 6 });
  expect(storedMails(server)[0]?.dueDT).toBe("2030-12-02T05:00:00.000Z");
  await server.restart();
  clock.advance(9 * HOUR_MS + 1000);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail && textOf(mail)).toContain(name);
});

test("a digest names no request that was decided meanwhile, and is not sent where nothing is left", async () => {
  const { server, smtp, clock, admin } = await startNoticeServer({ ...PRAGUE, at: "2030-12-01T20:00:00Z" });
  await subscribe(server, "manager", { kinds: { approvals: "digest" } });
  const request = async (articleId: number) =>
    (await server.user.post("/api/articledisposals", { articleId, note: "broken" })).body.oid as number;
  const [first, second] = [await request(11), await request(12)];
  await collected(server);
  expect((await admin.put(`/api/articledisposals/${first}/reject`, { reason: "it works" })).status).toBe(200);
  clock.advance(11 * HOUR_MS);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail && textOf(mail)).toContain("/console#/requests/disposals");
  expect(mail && textOf(mail).match(/waits for approval/g)?.length).toBe(1);
  const third = await request(11);
  await collected(server);
  await admin.put(`/api/articledisposals/${second}/reject`, { reason: "it works" });
  await admin.put(`/api/articledisposals/${third}/reject`, { reason: "it works" });
  clock.advance(24 * HOUR_MS);
  await eventually(() => expect(storedMails(server).map(({ state }) => state)).toEqual(["sent"]));
  expect(smtp.mails.length).toBe(1);
});

test("a digest names no request whose article was deleted meanwhile", async () => {
  const { server, smtp, clock, admin } = await startNoticeServer({ ...PRAGUE, at: "2030-12-01T20:00:00Z" });
  await subscribe(server, "manager", { kinds: { approvals: "digest" } });
  const { user } = server;
  await user.post("/api/articledisposals", { articleId: 11, note: "broken" });
  await user.post("/api/articletransfers", { articleId: 11, targetLocationId: 3 });
  await collected(server);
  expect(storedMails(server).map(({ kind }) => kind)).toEqual(["digest"]);
  expect((await admin.delete("/api/articles/11")).status).toBe(204);
  clock.advance(11 * HOUR_MS);
  await eventually(() => expect(storedMails(server)).toEqual([]));
  expect(smtp.mails).toEqual([]);
});

/** A server whose Manager gets a daily digest of these disposals, in the order in which they were requested. */
async function startWithDisposals(count: number) {
  const started = await startNoticeServer({ ...PRAGUE, at: "2030-12-01T20:00:00Z" });
  await subscribe(started.server, "manager", { kinds: { approvals: "digest" } });
  const { user } = started.server;
  const disposals: number[] = [];
  for (let articleId = 1; disposals.length < count; articleId++) {
    if (articleId > 200) throw new Error(`only ${disposals.length} articles can be disposed of`);
    const { status, body } = await user.post("/api/articledisposals", { articleId, note: "broken" });
    if (status === 201) disposals.push(body.oid);
  }
  await collected(started.server);
  const reject = async (some: readonly number[]) => {
    for (const oid of some) {
      const { status } = await started.admin.put(`/api/articledisposals/${oid}/reject`, {
        reason: "it works",
      });
      expect(status).toBe(200);
    }
  };
  return { ...started, disposals, reject };
}

test("a digest tells of the approvals that still wait, also where all that it could list were decided", async () => {
  const { smtp, clock, disposals, reject } = await startWithDisposals(30);
  await reject(disposals.slice(0, 20));
  clock.advance(11 * HOUR_MS);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.headers["subject"]).toContain("10 notices");
  expect(mail && textOf(mail)).toContain("10 wait for approval.");
  expect(mail && htmlOf(mail)).toContain("10 wait for approval.");
});

test("the number of approvals that a digest does not list leaves out decided ones", async () => {
  const { server, smtp, clock, disposals, reject } = await startWithDisposals(25);
  await reject(disposals.slice(22));
  clock.advance(11 * HOUR_MS);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.headers["subject"]).toContain("22 notices");
  expect(mail && textOf(mail).match(/waits for approval/g)?.length).toBe(20);
  expect(mail && textOf(mail)).toContain("and 2 more");
  await eventually(() => expect(storedMails(server)).toMatchObject([{ state: "sent" }]));
});

test("a digest of unlisted approvals is not sent to a person who no longer wants them", async () => {
  const { server, smtp, clock, disposals, reject } = await startWithDisposals(22);
  await reject(disposals.slice(0, 20));
  await subscribe(server, "manager", { kinds: { approvals: "off" } });
  clock.advance(11 * HOUR_MS);
  await eventually(() => expect(storedMails(server)).toEqual([]));
  expect(smtp.mails).toEqual([]);
});

test("a stocktake that was reopened and waits again is listed once, as it waits now", () => {
  const finishes = [
    ["20:00", "Ada Novak"],
    ["21:00", "Max Moss"],
  ] as const;
  let content = EMPTY;
  for (const [time, requestedBy] of finishes) {
    const data = { kind: "stocktake", oid: 3, name: "Year end", requestedBy } as const;
    content = withEvent(content, { type: "approval.waiting", data, at: `2030-12-01T${time}:00Z` }, 2);
  }
  expect(content.events).toMatchObject([{ data: { requestedBy: "Max Moss" } }]);
});

test("an approval that a digest does not list is counted once", () => {
  let content = EMPTY;
  for (const oid of [...Array(21).keys(), 20]) {
    const data = { kind: "stocktake", oid, name: "Year end", requestedBy: null } as const;
    content = withEvent(content, { type: "approval.waiting", data, at: "2030-12-01T20:00:00Z" }, 2);
  }
  expect(unlistedApprovals(content)).toEqual([{ kind: "stocktake", oid: 20 }]);
});

test("a flood of approvals does not fill an e-mail: it knows 1 020 of them, and the number of the others", () => {
  let content = EMPTY;
  for (let oid = 1; oid <= 1025; oid++) {
    const data = { kind: oid % 2 ? "disposal" : "transfer", oid, name: "Ladder", requestedBy: null } as const;
    content = withEvent(content, { type: "approval.waiting", data, at: "2030-12-01T20:00:00Z" }, 2);
  }
  expect(content.events.length).toBe(20);
  expect(unlistedApprovals(content).length).toBe(1000);
  expect(content.more).toEqual({ approvals: 5 });
  expect(JSON.stringify(content).length).toBeLessThan(10_000);
});

test.each([
  ["an hour that is skipped when the clocks go forward", "2026-03-28T12:00:00Z", 2, "2026-03-29T01:00:00Z"],
  ["the day after it", "2026-03-29T01:00:00Z", 2, "2026-03-30T00:00:00Z"],
  ["an hour that comes twice when they go back", "2026-10-24T12:00:00Z", 2, "2026-10-25T00:00:00Z"],
  ["the second time of that hour", "2026-10-25T00:30:00Z", 2, "2026-10-26T01:00:00Z"],
  ["midnight", "2026-12-31T22:59:59Z", 0, "2026-12-31T23:00:00Z"],
  ["the very moment of the hour", "2026-12-01T06:00:00Z", 7, "2026-12-02T06:00:00Z"],
])("a digest is due once a day: %s", (_, now, hour, expected) => {
  expect(new Date(nextDigest(Date.parse(now), hour, "Europe/Prague")).toISOString()).toBe(
    new Date(expected).toISOString(),
  );
});

test("in every zone the next digest is within 25 hours, and the clocks show its hour or the end of a gap", () => {
  for (const zone of [
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "UTC",
  ]) {
    const shown = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "numeric", hourCycle: "h23" });
    for (let day = 0; day < 366; day++) {
      const now = Date.parse("2026-01-01T11:17:00Z") + day * 24 * HOUR_MS;
      const hour = day % 24;
      const at = nextDigest(now, hour, zone);
      expect(at - now).toBeGreaterThan(0);
      expect(at - now).toBeLessThanOrEqual(25 * HOUR_MS);
      expect([hour, (hour + 1) % 24]).toContain(Number(shown.format(at)));
    }
  }
});

test.each([
  ["2030-03-30", "2030-03-30T22:59:59.999Z"],
  ["2030-03-31", "2030-03-31T21:59:59.999Z"],
  ["2030-10-26", "2030-10-26T21:59:59.999Z"],
  ["2030-10-27", "2030-10-27T22:59:59.999Z"],
])("a day on which the clocks change ends at its midnight: %s", (day, end) => {
  expect(endOfDay(day, "Europe/Prague")).toBe(end);
});
