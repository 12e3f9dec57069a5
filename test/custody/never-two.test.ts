import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Custody } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { CUSTODIES, operationOf, send, siteOn, type Terminal } from "./site.ts";

// Terminals work offline and send late, in any order between them, and again. The console works meanwhile.

let terminals: readonly Terminal[];
const site = siteOn(sharedServer());
beforeAll(async () => {
  terminals = [await site.pair("A"), await site.pair("B"), await site.pair("C")];
});

const MINUTE_MS = 60_000;
const person = fc.constantFrom(1, 2, 3);
const terminal = fc.nat(2);
const step = fc.oneof(
  fc.record({
    do: fc.constant("record" as const),
    terminal,
    kind: fc.constantFrom("start" as const, "end" as const),
    person,
    article: fc.nat(1),
    names: fc.boolean(),
  }),
  fc.record({ do: fc.constant("sync" as const), terminal }),
  fc.record({ do: fc.constant("replay" as const), terminal }),
  fc.record({
    do: fc.constant("console" as const),
    kind: fc.constantFrom("start" as const, "end" as const),
    person,
    article: fc.nat(1),
  }),
);

const rowsOf = async (articleId: number): Promise<Custody[]> =>
  (await site.user.get(`${CUSTODIES}?articleId=${articleId}`)).body;

/** At most one is open, and none overlaps another. */
async function expectOnePerson(articleId: number): Promise<void> {
  const rows = (await rowsOf(articleId)).toSorted((a, b) => a.oid - b.oid);
  expect(rows.filter(({ endedDT }) => endedDT === null).length).toBeLessThanOrEqual(1);
  rows.forEach(({ startedDT }, at) => {
    const before = rows[at - 1];
    if (before === undefined) return;
    expect(before.endedDT).not.toBeNull();
    expect(startedDT >= (before.endedDT ?? "")).toBe(true);
  });
}

async function atConsole(articleId: number, kind: "start" | "end", userId: number): Promise<void> {
  const open = await site.openOf(articleId);
  if (kind === "start")
    expect((await site.handOut(articleId, userId)).status).toBe(open === undefined ? 201 : 409);
  else if (open !== undefined) expect((await site.takeBack(open.oid)).status).toBe(200);
}

test("an article is never with two people, whatever terminals send when, and every operation has one receipt", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const articles = [await site.anArticle(), await site.anArticle()];
      const waiting: object[][] = [[], [], []];
      const sent: object[][] = [[], [], []];
      const results = new Map<string, string>();
      const deliver = async (client: Client, operation: object) => {
        const { status, body } = await send(client, operation);
        expect(status).toBe(200);
        expect(results.get(body.operationId) ?? body.result).toBe(body.result);
        results.set(body.operationId, body.result);
      };
      const sync = async (index: number) => {
        for (const operation of waiting[index]?.splice(0) ?? []) {
          await deliver(terminals[index]?.client ?? site.user, operation);
          sent[index]?.push(operation);
        }
      };
      let minute = 0;
      const began = Date.now() - 60 * MINUTE_MS;
      for (const one of steps) {
        minute++;
        if (one.do === "sync") await sync(one.terminal);
        else if (one.do === "replay")
          await Promise.all(
            (sent[one.terminal] ?? []).map((operation) =>
              deliver(terminals[one.terminal]?.client ?? site.user, operation),
            ),
          );
        else if (one.do === "console") await atConsole(articles[one.article] ?? 0, one.kind, one.person);
        else {
          const userId = one.kind === "end" && !one.names ? null : one.person;
          const at = new Date(began + minute * MINUTE_MS).toISOString();
          waiting[one.terminal]?.push(operationOf(one.kind, articles[one.article] ?? 0, userId, { at }));
        }
      }
      for (const articleId of articles) await expectOnePerson(articleId);
      // All at once at last.
      await Promise.all([0, 1, 2].map(sync));
      await Promise.all(
        sent.flatMap((all, index) => all.map((one) => deliver(terminals[index]?.client ?? site.user, one))),
      );
      for (const articleId of articles) await expectOnePerson(articleId);
      expect(results.size).toBe(sent.flat().length);
    }),
    { numRuns: times(25) },
  );
});
