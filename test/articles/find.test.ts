import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fold } from "../../src/domain/text-folding.ts";
import type { Article } from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import {
  byName,
  isFound,
  ODD,
  SEARCHES,
  TEXT_OPERATORS,
  type TextField,
  type TextOperator,
} from "./find-model.ts";
import { added, oids, proposalBody } from "./samples.ts";

let articles: readonly Article[];
const server = sharedServer();
const { user } = server;
beforeAll(async () => {
  await Promise.all(
    ODD.map((text, i) => {
      const name = i % 2 === 0 ? text : text.toUpperCase().slice(0, 200);
      return added(server.manager, `${i} ${text}`.slice(0, 200), { name, serialNumber: text, rfId: text });
    }),
  );
  // Proposals have neither code nor tag: null columns.
  await user.post("/api/articles/pwa-request", proposalBody({ name: "Židle bez kódu" }));
  await user.post("/api/articles/pwa-request", proposalBody({ name: "no code", serialNo: "50%" }));
  const gone = await added(server.manager, "gone", { name: "Židle gone", rfId: "gone" });
  await server.manager.delete(`/api/articles/${gone.oid}`);
  articles = (await user.get("/api/articles")).body;
});

const expected = (field: TextField, operator: TextOperator, value: string) =>
  articles.filter((article) => isFound(article[field], operator, value)).sort(byName);
const find = (path: string, parameters: Readonly<Record<string, string>>, headers = {}) =>
  user.get(`/api/articles/${path}?${new URLSearchParams(parameters)}`, headers);

const piece = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.nat({ max: 12 }),
    fc.constantFrom<TextField>("name", "code", "serialNumber", "rfId"),
  )
  .map(([which, from, length, field]) => {
    const text = articles[which % articles.length]?.[field] ?? "no";
    const letters = Array.from(text);
    const start = from % letters.length;
    return letters.slice(start, start + 1 + length).join("");
  });
const spelled = fc
  .tuple(piece, fc.constantFrom("as it is", "up", "low", "bare", "blanks", "decomposed"))
  .map(([text, how]) => {
    if (how === "up") return text.toUpperCase();
    if (how === "low") return text.toLowerCase();
    if (how === "bare") return fold(text);
    if (how === "blanks") return `  ${text} `;
    if (how === "decomposed") return text.normalize("NFD");
    return text;
  });
const invented = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  fc.stringMatching(/^[%_*'"?\\a-cžš^[\]-]{1,4}$/),
  fc.constantFrom(
    "%",
    "_",
    "*",
    "'",
    '"',
    "''",
    "a%",
    "%a%",
    "?",
    "[a]",
    "NEAR",
    "AND",
    "a*",
    "^a",
    ":",
    "x".repeat(200),
  ),
);
/** Text that folds to nothing is excluded; control characters are refused (find-rules.test.ts). */
const usable = (value: string) =>
  fold(value.trim()) !== "" && value.trim().length <= 200 && !/\p{Cc}/u.test(value.trim());

test("every text search finds the same articles as plain JavaScript, with every operator, in the same order", async () => {
  const value = fc
    .oneof({ weight: 3, arbitrary: spelled }, { weight: 1, arbitrary: invented })
    .filter(usable);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEARCHES),
      fc.constantFrom(...TEXT_OPERATORS),
      value,
      async ([path, query, field], filterOp, text) => {
        const response = await find(path, { [query]: text, filterOp });
        expect(response.status).toBe(200);
        expect(oids(response)).toEqual(expected(field, filterOp, text).map(({ oid }) => oid));
      },
    ),
    { numRuns: times(400) },
  );
});

test("each unusual text is found by itself, whole and in part, and returned in the list's shape", async () => {
  for (const [path, query, field] of SEARCHES) {
    for (const own of articles.slice(-24).map((article) => article[field])) {
      if (own === null) continue;
      for (const filterOp of TEXT_OPERATORS.filter((operator) => operator !== "NotEquals")) {
        const { body } = await find(path, { [query]: own, filterOp });
        expect(body, `${path} ${filterOp} ${own}`).toEqual(expected(field, filterOp, own));
      }
    }
  }
});

test.each([
  '"th',
  '"the"',
  "'Br",
  "50%",
  "_na",
  "*vš",
  "NEAR(a",
  " AND ",
  "OR -",
  "d:x",
  "-; ",
  "\\ b",
  "😀😁 ",
])("%s is searched literally by the trigram index", async (name) => {
  for (const filterOp of ["Contains", "EndsWith"] as const) {
    const response = await find("findByName", { name, filterOp });
    expect(oids(response)).toEqual(expected("name", filterOp, name).map(({ oid }) => oid));
  }
  expect(expected("name", "Contains", name)).not.toEqual([]);
});

test("more than 300 results are all returned, in order, with each operator", async () => {
  for (const [parameters, operator] of [
    [{ code: "A000", filterOp: "StartsWith" }, "StartsWith"],
    [{ code: "A000", filterOp: "Contains" }, "Contains"],
    [{ code: "nothing", filterOp: "NotEquals" }, "NotEquals"],
  ] as const) {
    const { body } = await find("findByCode", parameters);
    expect(body.length).toBeGreaterThan(300);
    expect(body).toEqual(expected("code", operator, parameters.code));
  }
});

test("a search sees a write that was acknowledged before it", async () => {
  const { oid } = await added(server.manager, "SEEN", { name: "Viditelný stroj" });
  for (const [name, hits] of [
    ["viditelny", [oid]],
    ["neviditelny", []],
  ] as const)
    expect(oids(await find("findByName", { name, filterOp: "StartsWith" }))).toEqual(hits);
  await server.manager.put(`/api/articles/${oid}`, { name: "Neviditelný stroj" });
  expect(oids(await find("findByName", { name: "viditelny", filterOp: "StartsWith" }))).toEqual([]);
  for (const filterOp of TEXT_OPERATORS.filter((operator) => operator !== "NotEquals"))
    expect(oids(await find("findByName", { name: "NEVIDITELNY stroj", filterOp }))).toEqual([oid]);
  await server.manager.delete(`/api/articles/${oid}`);
  expect(oids(await find("findByName", { name: "neviditelny stroj" }))).toEqual([]);
});
