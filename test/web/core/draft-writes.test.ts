import { expect, test, vi } from "vitest";
import { session } from "../../../src/web/api/tokens.ts";
import { dropDraft, storeDraft } from "../../../src/web/terminal/counting/drafts.ts";

const stored = vi.hoisted(() => new Map<string, unknown>());

vi.mock("../../../src/web/db/database.ts", () => ({
  STRICT: {},
  localDb: () =>
    Promise.resolve({
      get: (_: string, key: string) => Promise.resolve(stored.get(key)),
      transaction() {
        const store = {
          get: (key: string) => Promise.resolve(stored.get(key)),
          put: (value: unknown, key: string) => Promise.resolve(stored.set(key, value)),
          delete: (key: string) => Promise.resolve(stored.delete(key)),
        };
        return { store, done: Promise.resolve() };
      },
    }),
}));

vi.mock("../../../src/web/router/router.ts", () => ({ go() {}, path: { peek: () => "" } }));
vi.mock("../../../src/web/terminal/counting/items.ts", () => ({ recent: () => Promise.resolve([]) }));

const DRAFT = {
  kind: "quantity",
  path: "/count/1/2/3",
  inventoryId: 1,
  code: "A1",
  name: "Chair",
  place: "Hall",
  unit: null,
  text: "5",
  at: 0,
} as const;

const settle = () => new Promise((done) => setImmediate(done));

test.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
  "a draft that is removed %i turns after its write began is removed from the device",
  async (ticks) => {
    session.value = {
      user: { id: 1, userName: "u", fullName: "U" },
      tenantId: 1,
      roles: ["User"],
      via: "self",
    };
    await settle();
    storeDraft(DRAFT);
    for (let turn = 0; turn < ticks; turn++) await null;
    dropDraft(DRAFT);
    await settle();
    expect([...stored]).toEqual([]);
  },
);
